"""Words by which clients of many languages mark what is not new: headers of a copy, attributions, a phone's line."""

import re


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split("|"))


FROM = _set(
    "from|von|de|da|od|fra|från|van|mittente|expéditeur|remitente|feladó|lähettäjä|от|від|од|από|kimden|gönderen|de la"
    "|odesílatel|odosielateľ|nadawca|saatja|nuo|no|siuntėjas|sūtītājs|pošiljatelj|šalje|dari|từ|frá|nork|发件人|寄件者"
    "|寄件人|差出人|보낸 사람|보낸사람|מאת|من|จาก|avsändare|afsender|avsender|remetente|expeditor"
)
DATE = _set(
    "date|sent|gesendet|datum|envoyé|envoyé le|fecha|enviado|enviado el|enviada em|enviado em|enviat|data|inviato"
    "|verzonden|sendt|dato|skickat|lähetetty|päivämäärä|päiväys|elküldve|dátum|küldve|wysłano|wysłane|odesláno|odoslané"
    "|poslané|poslano|послато|дата|отправлено|надіслано|изпратено|tarih|gönderildi|gönderme tarihi"
    "|gönderilme tarihi|ημερομηνία|στάλθηκε"
    "|εστάλη|trimis|kuupäev|saadetud|išsiųsta|nosūtīts|dikirim|ngày|sent at|sendt den|发送时间|发送日期|日期"
    "|时间|寄件日期|傳送時間|送信日時|送信日|日付|日時|보낸 날짜|보낸날짜|날짜|נשלח|תאריך|تاريخ|التاريخ|วันที่|poslato|tid"
)
TO = _set(
    "to|an|à|a|para|per|aan|til|till|vastaanottaja|címzett|do|komu|pro|prima|za|кому|до|kime|alıcı|προς|către|kellele"
    "|saaja|kam|adresāts|kepada|đến|destinataire|destinatario|destinatário|cc|kopie|kopia|kopio|copie|copia|kópia"
    "|másolat|копия|копія|ccn|bcc|reply-to|répondre à|copie à|antwort an|收件人|收件者|宛先|받는 사람|받는사람"
    "|抄送|副本"
    "|참조|אל|إلى"
)
SUBJECT = _set(
    "subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|aihe|tárgy|temat|předmět|predmet|тема|предмет"
    "|относно|konu|θέμα|subiect|teema|tema|temats|subjek|chủ đề|efni|assumpte|gaia|主题|主旨|主題|件名|제목"
    "|נושא|الموضوع|موضوع|เรื่อง|naslov"
)
WROTE = re.compile(
    r"\b(?:wrote|writes|said|schrieb|schreibt|geschrieben|a écrit|écrit|a ecrit|escribió|escribio|escribe|ha scritto"
    r"|scritto|scrive|schreef|geschreven|schrijft|skrev|skrifaði|kirjoitti|kirjutas|napsal|napísal|napisal|napsala"
    r"|napísala|napisała|napisał|napisali|pisze|írta|ezt írta|написал|написала|писал|писала|пишет|пише|написав|написа"
    r"|yazdı|yazmış|έγραψε|a scris|escreveu|escreve|escrigué|va escriure|ha escrit|scríobh|ysgrifennodd"
    r"|je napisao|je napisala|napisao|rašė|rakstīja"
    r"|viết|đã viết|menulis|zitat von|quoting|citando|cituji|citerar|citerer|idatzi)\b"
    r"|napsal\(a\)|napísal\(a\)|napisał\(a\)|写道|寫道|写了|書きました|のメール|作成|작성|님이|כתב|كتب|เขียน",
    re.IGNORECASE,
)
BELOW = re.compile(
    r"(?:sent (?:from|via|with|using)|get outlook for|gesendet (?:mit|von|über)|von meinem \w{1,20} gesendet"
    r"|envoyé (?:de|depuis|à partir)|enviado (?:desde|do|de|a partir|con)|inviato da|verzonden (?:met|vanaf|via)"
    r"|verstuurd vanaf|odesláno|odoslané|poslané|poslano|wysłan[eo]|skickat från|sendt fra|lähetetty|отправлено"
    r"|надіслано|küldve|发自我的|發自我的|从我的|從我的)\b.{0,80}",
    re.IGNORECASE,
)
"""A whole line that a phone, or a program, writes below a text."""
COPY_BELOW = re.compile(r"#{1,6}\s*(?:previous replies|in reply to|previous discussion)\b.{0,60}", re.IGNORECASE)
FORWARDED = re.compile(
    r"begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié"
    r"|inizio messaggio inoltrato|original message|forwarded message|ursprüngliche nachricht|původní zpráva"
    r"|pôvodná správa|message d'origine|messaggio originale|mensaje original|mensagem original|opprinnelig melding"
    r"|oprindelig meddelelse|oorspronkelijk bericht|ursprungligt meddelande",
    re.IGNORECASE,
)
NOT = re.compile(
    r"\b(?:not|dont|never|no|instead|nicht|nie|niemals|keine?|statt|pas|jamais|non|nunca|não|nao|niet|geen|nooit|ikke|aldrig|inte"
    r"|älä|ei|ne|nikdy|nem|nemoj|не|ні|değil|μη|μην|δεν|example|beispiel|exemple|ejemplo|exemplo|esempio|voorbeeld"
    r"|przykład|příklad|példa|пример|draft|entwurf|brouillon|borrador|bozza|rascunho|utkast|luonnos"
    r"|черновик)\b"
    r"|\w{2,9}n['\u2019]t\b|\be\.g\b|\bz\. ?b\b|不|别|ない|않",
    re.IGNORECASE,
)
"""Words by which a line ending in a colon says that what comes below is not meant, or an example."""
MEANT = re.compile(
    r"\b(?:edit(?:ed)?|correction|corrected|sorry|oops|meant|mean|instead|rather|korrektur|entschuldigung|meinte|gemeint"
    r"|stattdessen|lieber|pardon|désolée?|je voulais|plutôt|corrección|perdón|quise|correzione|scusa|intendevo|volevo"
    r"|correctie|bedoelde|correção|desculpa|quis|oprava|promiň|rättelse|menade|rettelse|mente|korjaus|tarkoitin"
    r"|poprawka|javítás|düzeltme|исправление|имел в виду|вместо)\b",
    re.IGNORECASE,
)
"""Words of a line that puts another move in place of one that stands in the same text."""
IF = re.compile(
    r"(?:(?:and|but|what|or|und|aber|was|oder|et|mais|y|pero|e|ma|en|maar|og|men|och|a|ale|и|но) )?"
    r"(?:if|instead|rather|statt|anstatt|wenn|falls|si|se|als|hvis|om|jos|jeśli|gdyby"
    r"|kdyby|keby|pokud|ak|если|якщо|eğer|αν|dacă) \S",
    re.IGNORECASE,
)
"""How half a sentence begins that only supposes what comes below."""
