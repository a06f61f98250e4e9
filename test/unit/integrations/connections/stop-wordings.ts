/** Ways of asking not to be texted, by language, and texts that hold such words and mean something else. One a line. */

export const ASKING: Readonly<Record<string, string>> = {
  English: `Please take me off
Plz remove
Dont txt me anymore
quit txtng me
Take this number off ur list
Do not contact
I said STOP
This is harassment, stop
HALT
Cease and desist
revoke consent to text
ENOUGH with the texts
kindly desist from texting
wrong number stop
this isnt john, pls stop
delete me from ur system
No texts please
no text
Stahp texting me
unsuscribe
unsubcribe
stpo
Stop it
🛑
🛑 ⛔
Im not interested stop msging
Stop. Thank you
STOP please
Please stop texting me
stop texting me
Unsubscribe me
opt out please
remove me from your list
No more texts please
Stop stop stop
S T O P
STOP ALL messages
Please stop
stop now
Stop messaging me
Stop sending me these
stop sending me messages
Please don't text me
Don’t text me anymore
do not text this number
Do not contact me again
don't message me again please
Never text me again
please quit texting me
Quit messaging me!!
Cease all communication
I don't want to get these texts
I don't want these messages anymore
I do not wish to receive text messages
I don’t want to be contacted
I no longer want to receive messages. Stop.
take me off your list
Take me off this text list please
remove my number from your system
Please remove this number from your database
delete my number
Lose my number
Leave me alone
I want to unsubscribe
Please unsubscribe this number
How do I unsubscribe
Opt me out
I'd like to opt out
opting out
Opt out of texts
I want to opt out of these messages
No more messages
no further texts please
no more reminders
Stop the texts
Stop these messages
Wrong number. Stop texting me.
You have the wrong person, please stop texting me
Who is this? Don't text me again.
I moved out last year, please stop sending me messages
Not interested, stop
Stop spamming me
stop bothering me
STOP TEXTING MY PHONE
stop with the texts
I revoke my consent
text me no more
Hi, please stop all texts. Thanks
🛑 stop please
stopppp
get me off this list
Stop contacting me or I will report you
remove me please
I do not consent to receive texts`,
  Spanish: `Detener por favor
por favor no me manden mas textos
Por favor deje de mandarme mensajes
No me escriba más
no me manden más mensajes
Deje de enviarme textos
No quiero recibir más mensajes
Ya no me envíen mensajes
Pare de escribirme
Basta de mensajes
no más mensajes por favor
No mas textos
Quiero darme de baja
Denme de baja
Quíteme de su lista
Bórrenme de la lista
Eliminen mi número
No me contacten más
no quiero que me escriban
Alto por favor
Baja, gracias
Dejen de molestarme
No me vuelvan a escribir
No deseo recibir mensajes
Parar por favor`,
  French: `ARRÊT
Arrêtez de m'écrire
Arrêtez de m'envoyer des messages
Arrête de m’envoyer des textos
Stop svp
Stop merci
Ne m'écrivez plus
Ne m'envoyez plus de messages
ne me contactez plus
Je ne veux plus recevoir de messages
Je ne souhaite plus recevoir vos SMS
Plus de messages svp
Désabonnez-moi
me désabonner
Retirez-moi de votre liste
Supprimez mon numéro
Cessez de m'écrire
Arrêtez les messages
Enlevez-moi de la liste
Merci de ne plus m'envoyer de sms
Ne me textez plus`,
  German: `Stopp
Bitte stoppen
Stop bitte
Hören Sie bitte auf mir zu schreiben
Hört auf mit den Nachrichten
Bitte keine weiteren Nachrichten
Keine SMS mehr
Keine Nachrichten mehr bitte
Ich möchte keine Nachrichten mehr erhalten
Ich will keine SMS mehr
Schreiben Sie mir nicht mehr
Schreib mir nicht mehr
Kontaktieren Sie mich nicht mehr
Abmelden bitte
Bitte abbestellen
Bitte melden Sie mich ab
Löschen Sie meine Nummer
Bitte streichen Sie mich von der Liste
Nehmen Sie mich aus dem Verteiler
Lassen Sie mich in Ruhe
Ich wünsche keine weiteren Nachrichten
Schluss mit den SMS`,
  Italian: `Basta messaggi
Smettetela di scrivermi
Smettila di mandarmi messaggi
Non scrivetemi più
Non mi scriva più
Non voglio più ricevere messaggi
Non mandatemi più sms
Cancellatemi dalla lista
Toglietemi dalla lista
Rimuovetemi
Stop grazie
Disiscrivetemi
Niente più messaggi
Non mi contattate più`,
  Portuguese: `Parem de me enviar mensagens
Pare de me mandar mensagens
Não quero mais receber mensagens
Não me mandem mais mensagens
Não me enviem mais
Chega de mensagens
Remova meu número
Me tirem da lista
Me remova da lista
Sair por favor
Descadastrar
Parar
Sem mais mensagens
Não desejo receber SMS`,
  Dutch: `Stop alstublieft
Stop met berichten sturen
Stop met sms'en
Geen berichten meer
Geen sms meer aub
Ik wil geen berichten meer ontvangen
Stuur mij geen berichten meer
Haal mij van de lijst
Verwijder mijn nummer
Afmelden aub
Uitschrijven
Hou op met berichten
App me niet meer`,
  Swedish: `Stopp tack
Sluta skicka sms
Sluta smsa mig
Jag vill inte ha fler sms
Inga fler meddelanden
Avregistrera mig
Ta bort mitt nummer
Skicka inte fler meddelanden`,
  Norwegian: `Stopp takk
Slutt å sende meldinger
Jeg vil ikke ha flere meldinger
Ikke send meg flere meldinger
Fjern nummeret mitt
Avmeld`,
  Danish: `Stop tak
Hold op med at sende beskeder
Jeg vil ikke have flere beskeder
Send ikke flere beskeder
Fjern mig fra listen
Afmeld`,
  Polish: `Proszę przestać pisać
Nie chcę więcej SMS
Proszę nie pisać więcej
Nie wysyłajcie mi więcej wiadomości
Przestańcie wysyłać sms
Usuńcie mój numer
Wypiszcie mnie
Żadnych więcej wiadomości`,
  Russian: `Стоп
Не пишите мне больше
Прекратите писать
Хватит присылать сообщения
Больше не пишите
Отпишите меня
Удалите мой номер
Не хочу получать сообщения
Перестаньте слать смс
Никаких больше сообщений`,
  Turkish: `Lütfen bana mesaj atmayın
Artık mesaj göndermeyin
Mesaj istemiyorum
Bana yazmayın
Numaramı silin
Dur`,
  Chinese: `请停止发短信
不要再给我发短信
别再发了
退订
請不要再傳簡訊
请把我从名单删除
不想再收到你们的信息
别再联系我`,
  Japanese: `もう送らないでください
もうメッセージを送らないでください
停止してください
配信停止
SMSを送らないで
連絡しないでください
リストから外してください
メールはもう不要です`,
  Korean: `문자 보내지 마세요
문자 그만 보내세요
수신거부
더 이상 연락하지 마세요
메시지 받고 싶지 않아요
제 번호 삭제해 주세요`,
  Arabic: `توقف
توقف عن ارسال الرسائل
لا ترسل لي رسائل
لا أريد رسائل
إلغاء الاشتراك
احذف رقمي`,
  Vietnamese: `Đừng nhắn tin cho tôi nữa
Ngừng gửi tin nhắn
Tôi không muốn nhận tin nhắn nữa`,
  Tagalog: `Huwag na po kayong mag-text
Itigil ang pagtext
Tama na ang text`,
  "Haitian Creole": `Tanpri sispann voye mesaj ban mwen
Pa voye mesaj ban m ankò`,
  Finnish: `Lopettakaa viestit
Älkää enää lähettäkö viestejä`,
  Hindi: `मुझे मैसेज मत भेजो
संदेश भेजना बंद करें
message mat bhejo please`,
  Urdu: `مجھے میسج مت بھیجیں`,
  Bengali: `আমাকে মেসেজ পাঠাবেন না`,
  Persian: `لطفا پیام نفرستید`,
  Greek: `Σταματήστε να μου στέλνετε μηνύματα
Μη μου στέλνετε μηνύματα`,
  Hebrew: `תפסיקו לשלוח לי הודעות
הסירו אותי מהרשימה`,
  Thai: `หยุดส่งข้อความหาฉัน
อย่าส่งข้อความมาอีก`,
  Hungarian: `Ne írjanak több üzenetet`,
  Czech: `Neposílejte mi zprávy`,
  Romanian: `Nu îmi mai trimiteți mesaje`,
  Indonesian: `Jangan kirim pesan lagi
Berhenti menghubungi saya`,
  Croatian: `Prestanite mi slati poruke`,
};

export const HARMLESS = `Please don't stop the work
I want to opt out of the parking
please stop the water in unit 3
No more hot water
La ducha no para
bitte nicht mehr anrufen nach 8
Halt the painters please
Enough hot water now
No text yet from the plumber
Lose the old number for the plumber, it is dead
Don't text Bob, call me
Please remove the old fridge
Stop this leak in the kitchen
पानी बंद है
หยุดงานวันจันทร์
המים לא מפסיקים לטפטף
Το νερό δεν σταματά
Ne írja alá még
Jangan lupa kunci
Huwag kalimutan ang susi
Don't stop by before 5
The dripping won't stop
bus stop
Can you stop by tomorrow?
Please stop by the office before 4
I'll stop by on Friday
The toilet won't stop running
How do I stop the alarm?
Please stop the leak
stop the water from coming in
The noise never stops
They won't stop playing music
My neighbor won't stop texting his girlfriend at 2am with the volume up
The bus stop at Birch St is closed
Non-stop noise upstairs
Stop sign on the corner is down
I had to stop the dryer, it smells burnt
Please stop charging me late fees
Stop payment on check 1042 please
We need to stop payment of the autopay
Can you cancel my appointment?
Cancel Tuesday, Thursday works
Please cancel the plumber
I want to cancel my lease
Can we end the lease early?
The end of the month works
Is the dog park at the end of the street?
Quit smoking signs are missing in the hall
I quit my job and may be late with rent
Opt out of renters insurance please
Can I opt out of the parking spot?
I'd like to opt out of the cable package
Remove me from the lease
Please remove my roommate from the lease
Take me off the waiting list for parking
Can you take the trash away?
Remove the old sofa please
Delete my old card and use the new one
Don't text me before 9
Please don't text me at night, call instead if urgent
Don't contact the plumber yet
Do not message him, I will
No message from the plumber yet
No texts from him since Monday
I got no message about the water shutoff
Why did you stop sending the invoices?
Did you stop the repairs?
I never got the text with the code
I don't want to miss your message
I don't want to move out
I don't want the second key
Don't send the plumber today
Don't send anyone before noon
Please don't send the invoice twice
never mind
Never got your message, can you resend?
no more hot water
No more heat since this morning
No more questions, thanks!
There are no more paper towels in the lobby
No thanks
no
Yes
Thank you
ok thanks
Thanks, all good now
Please text me when he is on his way
Text me the gate code please
Text me at this number from now on
My new number is 412 555 0199, please delete the old one from the lease
Please update my number
Who do I contact about the keys?
Can I unplug the heater?
The subscription for the laundry app doesn't work
Please leave me a key under the mat
Leave me a message when you know
Leave the package alone please
The kids upstairs won't leave us alone with the stomping
Tell my neighbor to stop messaging me at night
Tell them to stop parking in my spot
Can you make them stop?
Ask him to stop smoking on the balcony
He keeps banging on the door, please make him stop
It stopped raining, roof is dry
The elevator stopped between floors
Clock stopped at 3
Heat stopped working
My fridge stopped
Full stop. I mean it, fix the door
When will the construction stop?
Please don't stop the work
Don't stop!
we can stop looking, found the key
Stopped by, nobody was there
one stop from the station
Drop me a text when done
I'd like to list my unit for sublet
Put me on the list for the gym
Am I still on your list?
Is my name off the list for the garage?
Please remove the late fee
Take it off my bill
I want out of my lease
The opt in form doesn't open
Start Monday works
Can we start the lease on the 1st?
subscribe me to the newsletter
How do I sign up for alerts?
the fire alarm won't stop, please help
Stop what you're doing, there's water coming through the ceiling
Please stop the contractor from using the back door
please stop and check the boiler when you're here
I can't stop coughing from the dust
They said to stop at the office first
Alto el ruido de arriba toda la noche no me deja dormir
El agua no para de salir
No para de llover adentro
¿Puede parar el agua?
Pare el agua por favor, se inunda
No me deja dormir el ruido
No me escribió el plomero
No me han mandado el recibo
No quiero perder mi depósito
No quiero que entren sin avisar
No me mande al plomero hoy
Deje la llave con el portero
Deje de cobrarme el recargo
Quiero dar de baja el gas
La luz de la parada del bus no sirve
Basta con una copia
Baja el agua muy lento
No más agua caliente
Mi número nuevo es 412 555 0199
¿A quién escribo por la calefacción?
L'eau ne s'arrête pas
L'arrêt de bus est fermé
Arrêtez l'eau s'il vous plaît
Le bruit n'arrête pas
Je ne veux pas perdre ma caution
Ne m'appelez pas avant 9h
Je n'ai pas reçu votre message
Plus de chauffage depuis hier
Plus d'eau chaude
Ne venez plus le lundi
Pouvez-vous retirer le vieux canapé ?
Je voudrais résilier le parking
Merci pour le message
Das Wasser hört nicht auf zu laufen
Die Heizung hört nicht auf zu klopfen
Bitte das Wasser stoppen
Die Bushaltestelle ist gesperrt
Ich habe keine Nachricht bekommen
Keine Heizung mehr
Kein Warmwasser mehr
Ich möchte den Strom abmelden
Ich möchte keinen Ärger
Schreiben Sie mir wann der Handwerker kommt
Bitte nicht vor 9 Uhr anrufen
Lassen Sie den Schlüssel beim Nachbarn
Bitte löschen Sie das Licht im Keller
Bitte nehmen Sie mein Paket an
Die Musik muss aufhören
L'acqua non smette di scendere
Non mandate l'idraulico oggi
Basta così, grazie
Niente più acqua calda
Non voglio perdere la caparra
La fermata del bus è chiusa
Non ho ricevuto il messaggio
A água não para
Pare a água por favor
Não quero perder o depósito
Não recebi a mensagem
Não mandem o encanador hoje
Sem água quente
Het water stopt niet
De bushalte is dicht
Geen warm water meer
Geen bericht gehad
Stuur de loodgieter niet vandaag
Ik wil mijn borg niet verliezen
Vattnet slutar inte rinna
Inget varmvatten
Jag har inte fått något meddelande
Vannet slutter ikke å renne
Jeg har ikke fått noen melding
Vandet stopper ikke
Jeg har ikke fået besked
Woda nie przestaje lecieć
Nie dostałem wiadomości
Nie ma ciepłej wody
Proszę nie przychodzić przed 9
Вода не перестаёт течь
Не получил ваше сообщение
Автобусная остановка закрыта
Нет горячей воды
Не хочу терять депозит
Напишите мне когда придёт мастер
Su durmuyor
Mesajınızı almadım
Otobüs durağı kapalı
水一直停不下来
公交站关了
没收到你的短信
没有热水
请发短信给我
停水了
停电了
水が止まりません
バス停が閉まっています
メッセージを受け取っていません
お湯が出ません
メールで送ってください
물이 멈추지 않아요
문자 못 받았어요
온수가 안 나와요
문자로 보내 주세요
الماء لا يتوقف
لم تصلني رسالتك
موقف الحافلة مغلق
Nước không ngừng chảy
Tôi chưa nhận được tin nhắn
I texted you twice, no answer
Please don't forget to text me
Don't forget to message me the code
do not enter, dog inside
Could you message me instead of calling?
I never text and drive
Not contacting the landlord was my mistake
Do I need to contact the gas company?
Please contact me
Contact me at this number
My text messages aren't going through
Is this a spam message? It asks for rent
I got a spam text that says it's you
Please forward my messages to the new number
I'd rather get emails too
Reminders are great, thanks
Send me a reminder on Friday
The notifications in the app don't work
End of lease inspection at 10?
Quit claim deed attached
The unit at the end has a leak
That's all
All messages received
Just stop the rent increase please
Please stop entering without notice
I told the contractor to stop
stop blaming me for the noise
They stopped delivering packages
No further questions
No contact with the super since Tuesday
no reminder came this month`;
