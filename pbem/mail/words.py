"""Words that tell of whom and when what stands in a mail is: headers of copies, attributions, greetings, closings."""

import re

from pbem.mail.meaning import CLAUSE_END, straight, takes_back


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split("|"))


FROM = _set(
    "from|von|de|da|od|fra|från|van|mittente|expéditeur|remitente|feladó|lähettäjä|от|від|од|από|kimden|gönderen|de la"
    "|odesílatel|odosielateľ|nadawca|saatja|nuo|no|siuntėjas|sūtītājs|pošiljatelj|šalje|dari|daripada|từ|frá|nork|از|प्रेषक|发件人|寄件者"
    "|寄件人|差出人|보낸 사람|보낸사람|מאת|من|จาก|avsändare|afsender|avsender|remetente|expeditor"
    "|보낸이|발신|발신인|발신자"
)
DATE = _set(
    "date|sent|gesendet|datum|envoyé|envoyé le|fecha|enviado|enviado el|enviada em|enviado em|enviat|data|inviato"
    "|verzonden|sendt|dato|skickat|lähetetty|päivämäärä|päiväys|elküldve|dátum|küldve|wysłano|wysłane|odesláno|odoslané"
    "|poslané|poslano|послато|дата|отправлено|надіслано|изпратено|tarih|gönderildi|gönderme tarihi"
    "|gönderilme tarihi|ημερομηνία|στάλθηκε"
    "|enviat el|bidalia|εστάλη|trimis|kuupäev|saadetud|išsiųsta|nosūtīts|dikirim|ngày|ngày gửi|đã gửi|dihantar"
    "|ارسال|ارسال شده|भेजा गया|दिनांक|ส่ง|ส่งเมื่อ"
    "|تاريخ الإرسال|sent at|sendt den|发送时间|发送日期|日期"
    "|时间|寄件日期|傳送時間|送信日時|送信日|日付|日時|보낸 날짜|보낸날짜|날짜|נשלח|תאריך|تاريخ|التاريخ|วันที่|poslato|tid"
    "|보낸 시간|받은 날짜|발신일|발송일|일시"
)
TO = _set(
    "to|an|à|a|para|per|aan|til|till|vastaanottaja|címzett|do|komu|pro|prima|za|кому|до|kime|alıcı|προς|către|kellele"
    "|saaja|kam|adresāts|kepada|đến|tới|به|प्रति|ถึง|destinataire|destinatario|destinatário|cc|kopie|kopia|kopio|copie|copia|kópia"
    "|másolat|копия|копія|ccn|bcc|reply-to|répondre à|copie à|antwort an|收件人|收件者|宛先|받는 사람|받는사람"
    "|받은 사람|받는이|수신|수신인|수신자"
    "|抄送|副本|per a|nori"
    "|참조|אל|إلى"
)
SUBJECT = _set(
    "subject|betreff|objet|asunto|assunto|oggetto|onderwerp|emne|ämne|aihe|tárgy|temat|předmět|predmet|тема|предмет"
    "|относно|konu|θέμα|subiect|teema|tema|temats|subjek|perihal|विषय"
    "|chủ đề|efni|assumpte|gaia|主题|主旨|主題|件名|제목"
    "|נושא|الموضوع|موضوع|เรื่อง|naslov"
)
WROTE = re.compile(
    r"\b(?:wrote|writes|said|schrieb|schreibt|geschrieben|a écrit|écrit|a ecrit|escribió|escribio|escribe|ha scritto"
    r"|scritto|scrive|schreef|geschreven|schrijft|skrev|skrifaði|kirjoitti|kirjutas|napsal|napísal|napisal|napsala"
    r"|napísala|napisała|napisał|napisali|pisze|írta|ezt írta|написал|написала|писал|писала|пишет|пише|написав|написа"
    r"|yazdı|yazmış|έγραψε|a scris|escreveu|escreve|escrigué|va escriure|ha escrit|scríobh|ysgrifennodd"
    r"|je napisao|je napisala|napisao|zapisala?|rašė|rakstīja|написао|напиша|піша|жазды|бичсэн"
    r"|escribiu|escrich|ha scrit|shkroi|geskryf|geschriwwen|skreiv|skreau|skrivaði|skribis|en deus skrivet|sgrìobh"
    r"|wrate|napisala|zapisal[io]|напишала?|напісаў|напісала|yazıb|yozdi|isinulat|نوشت|წერს|գրել է|գրեց"
    r"|viết|đã viết|menulis|zitat von|quoting|citando|cituji|citerar|citerer|idatzi)\b"
    r"|napsal\(a\)|napísal\(a\)|napisał\(a\)|写道|寫道|写了|書きました|のメール|作成|작성|쓴 글|님이|כתב|كتب|เขียน"
    r"|लिखा|লিখেছেন|எழுதினார்",
    re.IGNORECASE,
)
BY = re.compile(r"^(?:(?:post(?:ed)? )?by|(?:message |mail )?from) ")
"""What stands before the name of who wrote a post."""
DOES = re.compile(
    r"(?:['\u2019]s? )?(?: ?(?:move|turn|idea|plan|suggestion)"
    r"| (?:has )?(?:play|post|suggest|propos|repl|add|mov|say|think)\w{0,4})? ?:"
)
"""What stands behind the name of who wrote a post, if no date does."""
DAY = re.compile(
    r"today|yesterday|heute|gestern|at|on|um|uhr|am|pm|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*",
    re.IGNORECASE,
)
"""A word of the time of a post."""
GREETS = re.compile(
    r"(?:hi|hello|hallo|hey|hej|hei|hoi|hola|salut|bonjour|bonsoir|ciao|dear|liebe[rs]?|lieve|beste|moin|servus|ahoj"
    r"|cześć|witaj|oi|olá|szia|selam|merhaba|привет|здравствуй|good (?:morning|evening|day)|guten (?:morgen|tag|abend)"
    r"|thanks|thank you|danke|merci|gracias|grazie)\b",
    re.IGNORECASE,
)
"""How a line begins that greets whoever it names."""
CLOSES = re.compile(
    r"(?:(?:all the |my )?best(?: wishes)?|cheers|(?:(?:kind|best|warm) )?regards|greetings|yours|love|saludos"
    r"|un saludo|un abrazo|abraços?|bises|bisous|amitiés|cordialement|saluti|groet(?:en|jes)?|hälsningar|pozdrawiam"
    r"|pozdrav|s pozdravem|terveisin|üdv)\s*[,\u2013\u2014-]\s*"
    r"|(?:lg|vg|mfg|hg|mvh|hilsen|(?:(?:kind|best|warm) )?regards|yours|groet(?:en|jes)|hälsningar|pozdrawiam"
    r"|cordialement|üdv|(?:(?:liebe|viele|beste|schöne|herzliche) )?(?:gruß|grüße))\W+",
    re.IGNORECASE,
)
"""How a line begins that somebody signs."""
ADDRESSED = re.compile(r"\b(?:turn|to|from|for|with|zug|an|von|für|mit)\W*$", re.IGNORECASE)
"""How a line ends that goes on in the next one with a name, by which nobody signs."""
_SHOWN = re.compile(
    r"\W*(?:originally posted by|quote from|(?:zitat|citation|cita|citazione|citaat|citat|cytat|citace|цитата)"
    r" (?:von|de|di|van|från|fra|od|от))\b.{1,80}|\W*(?:quote|zitat|citation|cita|citazione|citaat|citat|цитата)\s?:?",
    re.IGNORECASE,
)
_OF_WHOM = re.compile("\\s{0,3}[:\uff1a]\\s{0,3}(?:\u2191.{0,60})?")
_HEAD = 120


def heads_quote(line: str) -> bool:
    """Whether a line stands above what a forum shows as a quote: copied from a page no mark tells where that ends."""
    line = line.strip() if len(line) <= _HEAD else ""
    told = WROTE.finditer(line) if line[-1:] in (":", "\uff1a") or "\u2191" in line else ()
    return bool(_SHOWN.fullmatch(line)) or any(_OF_WHOM.fullmatch(line, found.end()) for found in told)


_BELOW = re.compile(
    r"(?:sent (?:from|via|with|using)|get outlook for|gesendet (?:mit|von|über)|von meinem \w{1,20} gesendet"
    r"|envoyé (?:de|depuis|à partir)|enviado (?:desde|do|de|a partir|con)|inviato da|verzonden (?:met|vanaf|via)"
    r"|verstuurd vanaf|odesláno|odoslané|poslané|poslano|wysłan[eo]|skickat från|sendt fra|lähetetty|отправлено"
    r"|надіслано|küldve|发自我的|發自我的|从我的|從我的)\b.{0,80}",
    re.IGNORECASE,
)
COPY_BELOW = re.compile(
    r"#{1,6}\s*(?:previous replies|in reply to|previous discussion)\b.{0,60}"
    r"|[#=*_\u2013\u2014\s-]{0,20}(?:please )?(?:(?:type|write|enter|add) your )?(?:reply|response|answer)"
    r" above this line\b",
    re.IGNORECASE,
)
"""A line, not quoted itself, below which stands what a reply answers to."""
FORWARDED = re.compile(
    r"begin forwarded message|anfang der weitergeleiteten nachricht|début du message réexpédié"
    r"|inizio messaggio inoltrato|original message|forwarded message|ursprüngliche nachricht|původní zpráva"
    r"|pôvodná správa|message d'origine|messaggio originale|mensaje original|mensagem original|opprinnelig melding"
    r"|oprindelig meddelelse|oorspronkelijk bericht|ursprungligt meddelande|replied message|回复的原邮件|转发的邮件"
    r"|original-?\s?nachricht|reply message|antwort nachricht"
    r"|mail original|message original|courriel original|mensagem de origem|missatge original"
    r"|mesaj(?:ul)? original|oryginalna wiadomość|wiadomość oryginalna|původní e-?mail|originální zpráva"
    r"|pôvodný e-?mail|исходное сообщение|оригинальное сообщение|пересылаемое сообщение|вихідне повідомлення"
    r"|оригінальне повідомлення|оригинално съобщение|eredeti üzenet|alkuperäinen viesti"
    r"|(?:orijinal|özgün) (?:mesaj|ileti)"
    r"|αρχικό μήνυμα|izvorna poruka|izvirno sporočilo|originalna poruka|оригинална порука|algne (?:kiri|sõnum)"
    r"|pirminis laiškas|sākotnējais ziņojums|upprunaleg skilaboð|pesan asli|mesej asal|tin nhắn gốc|thư gốc"
    r"|ข้อความต้นฉบับ|原始邮件|原始郵件|原始訊息|元のメッセージ|원본 메시지|원본 메일|원본 이메일|הודעה מקורית"
    r"|(?:ال)?رسالة (?:ال)?أصلية|پیام اصلی|मूल संदेश",
    re.IGNORECASE,
)


def is_added(line: str) -> bool:
    """Whether a phone, or a program, writes a line below a text; not if somebody takes a move back in it."""
    if not _BELOW.fullmatch(line):
        return False
    told = CLAUSE_END.search(line.rstrip(" .!"))
    return told is None or not takes_back(straight(line[told.end() :]))


_RECIPIENT = re.compile(
    r"\b(?:(?:intended|named) recipient|addressee|to whom it is addressed|confidential(?:ity)?|vertraulich\w{0,2}"
    r"|confidentiel(?:le)?|confidencial|confidenziale?|vertrouwelijke?|конфиденциальн\w{1,3}"
    r"|(?:beabsichtigte|richtige|vorgesehene)r? (?:empfänger|adressat)"
    r"|destinataire|destinatari[oa]?|destinatário|geadresseerde|adresat(?:em|a)?|adresát(?:em|om)?|příjemce(?:m)?"
    r"|(?:avsedd|avsedda|rätte) mottagare|(?:rette|tiltænkte) (?:modtager|mottaker)|oikea vastaanottaja"
    r"|получател(?:ь|ем|ю)|адресат(?:ом)?|címzett(?:je)?|alıcısı)\b",
    re.IGNORECASE,
)
_GOT = re.compile(
    r"\b(?:received|got|reached|erhalten|bekommen|erreicht|reçue?|recibido|ricevuto|recebeu|recebido|ontvangen"
    r"|otrzyma\w{1,8}|obdržel[ia]?|dostali?|fått|mottatt|modtaget|saanut|saaneet|получил[иа]?|kapta|aldıysanız"
    r"|not (?:(?:intended|meant|addressed) )?(?:for|to) you)\b",
    re.IGNORECASE,
)
_SUPPOSING = re.compile(
    r"\b(?:if|should|in case|falls|sollten?|wenn|si|se|caso|indien|als|mocht|jeśli|jeżeli|pokud|ak|om|hvis|jos|если|ha"
    r"|amennyiben|eğer)\b",
    re.IGNORECASE,
)
_NEAR = 80


def astray(text: str) -> int:
    """Where a text begins that clubs, firms and lists write below any mail, for whom it reaches by mistake; else -1.

    It takes nothing back.
    """
    recipient = _RECIPIENT.search(text)
    found = [recipient.start()] if recipient else []
    for got in _GOT.finditer(text):
        if supposing := _SUPPOSING.search(text, max(0, got.start() - _NEAR), got.start()):
            found.append(supposing.start())
            break
    return min(found, default=-1)
