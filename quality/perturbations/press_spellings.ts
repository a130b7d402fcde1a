/**
 * Well-known listed parties as newspapers and analysts of several countries write them: a listed
 * name, then its spellings. Compiled by hand, without looking at lists or peers.
 */
export const pressSpellings: Readonly<Record<string, string>> = {
  "persons in Latin letters": `
PUTIN, Vladimir: Wladimir Putin; Vladimir Poutine; Vladímir Putin; Władimir Putin; Vladimir V. Putin; President Putin; V. V. Putin; Putin
LAVROV, Sergey: Sergei Lavrov; Sergej Lawrow; Serguéi Lavrov; Sergueï Lavrov; Siergiej Ławrow; Foreign Minister Sergey Lavrov
Sergei Kuzhugetovich SHOIGU: Sergei Shoigu; Sergey Shoygu; Sergej Schoigu; Sergueï Choïgou; Serguéi Shoigú; Siergiej Szojgu; Army General Shoigu
KADYROV, Ramzan Akhmatovich: Ramzan Kadyrov; Ramsan Kadyrow; Ramzán Kadírov; Ramzan Kadirov; Kadyrov Ramzan Akhmadovich
PRIGOZHIN, Evgeny: Yevgeny Prigozhin; Jewgeni Prigoschin; Evgueni Prigojine; Yevgueni Prigozhin; Jewgienij Prigożyn; Evgeniy Prigozhin
MEDVEDEV, Dmitry: Dmitri Medvedev; Dmitrij Medwedew; Dmitri Medvédev; Dmitrij Medvedev; Dimitri Medvedev
SECHIN, Igor: Igor Setschin; Igor Setchine; Ígor Sechin; Igor I. Sechin
PATRUSHEV, Nikolai: Nikolay Patrushev; Nikolaj Patruschew; Nikolaï Patrouchev; Nikolái Pátrushev
BORTNIKOV, Alexander: Aleksandr Bortnikov; Alexander Bortnikow; Alexandre Bortnikov; Alexander V. Bortnikov
GERASIMOV, Valery: Valeriy Gerasimov; Waleri Gerassimow; Valéri Guérassimov; Valeri Guerásimov; General Valery Gerasimov
Roman Arkadyevich ABRAMOVICH: Roman Abramovich; Roman Abramowitsch; Roman Abramovitch; Román Abramóvich
Oleg Vladimirovich DERIPASKA: Oleg Deripaska; Oleg Děripaska; Oleg V. Deripaska; Oleg Dieripaska
USMANOV, Alisher Burhanovich: Alisher Usmanov; Alischer Usmanow; Alicher Ousmanov; Alisher Usmánov
VEKSELBERG, Victor: Viktor Vekselberg; Wiktor Wekselberg; Viktor Wekselberg; Victor Vekselberg
TIMCHENKO, Gennady Nikolayevich: Gennady Timchenko; Gennadi Timtschenko; Guennadi Timtchenko; Gennadiy Timchenko
ROTENBERG, Arkady Romanovich: Arkady Rotenberg; Arkadi Rotenberg; Arkadij Rotenberg; Arkadi Rotenberg Romanovich
Mikhail Maratovich FRIDMAN: Mikhail Fridman; Michail Fridman; Mikhaïl Fridman; Mijaíl Fridman; Mikhail Friedman
Petr Olegovich AVEN: Petr Aven; Pyotr Aven; Pjotr Awen; Piotr Aven
Alexei Alexandrovich MORDASHOV: Alexey Mordashov; Alexei Mordaschow; Alexeï Mordachov; Aleksei Mordashov
Margarita Simonovna SIMONYAN: Margarita Simonyan; Margarita Simonjan; Margarita Simonian
PESKOV, Dmitry Sergeevich: Dmitry Peskov; Dmitri Peskow; Dmitri Peskov; Dimitri Peskov; Dmitrij Peskow
Vyacheslav Viktorovich VOLODIN: Vyacheslav Volodin; Wjatscheslaw Wolodin; Viatcheslav Volodine; Viacheslav Volodin
Valentina Ivanovna MATVIYENKO: Valentina Matviyenko; Valentina Matvienko; Walentina Matwijenko
Alexander Ivanovich BASTRYKIN: Alexander Bastrykin; Alexandre Bastrykine; Aleksandr Bastrykin; Alexander Bastrikin
Vladislav Yurievich SURKOV: Vladislav Surkov; Wladislaw Surkow; Vladislav Sourkov
DUGIN, Alexander Gelyevich: Alexander Dugin; Aleksandr Dugin; Alexandre Douguine; Alexander Dugin Gelievich
MALOFEEV, Konstantin Valerevich: Konstantin Malofeev; Konstantin Malofeyev; Konstantin Malofejew; Konstantin Malofeïev
MEDVEDCHUK, Viktor: Viktor Medvedchuk; Wiktor Medwedtschuk; Viktor Medvedtchouk; Viktor Medvedčuk
YANUKOVYCH, Viktor Fedorovych: Viktor Yanukovych; Viktor Yanukovich; Wiktor Janukowitsch; Viktor Ianoukovitch; Viktor Janukovyč
AZAROV, Mykola Yanovych: Mykola Azarov; Nikolai Azarov; Mykola Asarow
AKSYONOV, Sergey: Sergey Aksyonov; Sergei Aksyonov; Sergej Aksjonow; Serguei Axionov; Sergey Aksenov
Igor Vsevolodovich GIRKIN: Igor Girkin; Igor Strelkov; Igor Guirkine; Igor Girkin (Strelkov)
PUSHILIN, Denis: Denis Pushilin; Denis Puschilin; Denis Pouchiline
PASECHNIK, Leonid Ivanovich: Leonid Pasechnik; Leonid Passetschnik; Leonid Pasetchnik
KIM, Jong Un: Kim Jong-un; Kim Jong Un; Kim Chong-un; Kim Jung Un; Kim Jong-Eun; Kim Jeong-eun
KIM, Yo Jong: Kim Yo-jong; Kim Yeo-jeong; Kim Yo Jong; Kim Yo-chong
CHOE, Ryong Hae: Choe Ryong-hae; Choi Ryong-hae; Choe Ryong Hae; Ch'oe Ryong-hae
KIM YONG CHOL: Kim Yong-chol; Kim Yeong-cheol; Kim Young-chul
ASSAD, Bashar: Bashar al-Assad; Baschar al-Assad; Bachar el-Assad; Bachar al-Assad; Bashar Assad; Bashar Al Asad; Beşar Esad; President Bashar al-Assad
AL-ASSAD, Asma: Asma al-Assad; Asma Assad; Asma el-Assad; Esma Esad
Maher AL-ASSAD: Maher al-Assad; Maher Assad; Maher el-Assad; Mahir al-Asad
Rami MAKHLOUF: Rami Makhlouf; Rami Makhluf; Rami Machluf; Ramy Makhlouf
KHAMENEI, Ali Husseini: Ali Khamenei; Ayatollah Ali Khamenei; Ali Chamenei; Ali Jamenei; Sayyid Ali Khamenei; Seyed Ali Hosseini Khamenei
KHAMENEI, Mojtaba: Mojtaba Khamenei; Mojtaba Chamenei; Mojtaba Hosseini Khamenei; Modschtaba Chamenei
RAISI, Ebrahim: Ebrahim Raisi; Ibrahim Raisi; Ebrahim Raissi; Ebrahim Raïssi; Seyyed Ebrahim Raisi
Qasem Soleimani: Qassem Soleimani; Qasem Suleimani; Kassem Soleimani; Ghassem Soleimani; Kasım Süleymani; General Qassem Soleimani; Qassim Sulaimani
Esmail Qaani: Esmail Ghaani; Ismail Qaani; Esmail Qa'ani; Esmaeil Ghaani; Brigadier General Esmail Qaani
ZARIF, Mohammad Javad: Javad Zarif; Mohammad Javad Zarif; Mohammed Javad Zarif; Dschawad Sarif
Hossein SALAMI: Hossein Salami; Hussein Salami; Hosein Salami; Major General Hossein Salami
HAJIZADEH, Amir Ali: Amir Ali Hajizadeh; Amirali Hajizadeh; Amir-Ali Hadschisadeh; Amir Ali Haji Zadeh
FAKHRIZADEH, Mohsen: Mohsen Fakhrizadeh; Mohsen Fachrisadeh; Mohsen Fakhri Zadeh; Mohsen Fakhrizadeh Mahabadi
VAHIDI, Ahmad: Ahmad Vahidi; Ahmed Vahidi; Ahmad Wahidi
NASRALLAH, Hasan: Hassan Nasrallah; Hasan Nasrallah; Sayyed Hassan Nasrallah; Hassan Nasralla; Hasan Nasrullah; Sayyid Hasan Nasr Allah
QASSEM, Naim: Naim Qassem; Naïm Kassem; Naim Kassim; Sheikh Naim Qassem; Naim Qasim
HANIYEH, Ismail: Ismail Haniyeh; Ismail Haniya; Ismaïl Haniyeh; Ismail Hanija; Isma'il Haniyya; Ismael Haniye
SINWAR, Yahya: Yahya Sinwar; Jahia Sinwar; Yahia Sinouar; Yehya Sinwar; Yahya Al-Sinwar
Mohammed DEIF: Mohammed Deif; Mohammed al-Deif; Muhammad Dayf; Mohamed Deïf; Mohammed Dheif
MADURO MOROS, Nicolas: Nicolás Maduro; Nicolas Maduro; Nicolás Maduro Moros; Nicolàs Maduro; President Nicolas Maduro
CABELLO RONDON, Diosdado: Diosdado Cabello; Diosdado Cabello Rondón; Cabello Rondón
RODRIGUEZ GOMEZ, Delcy Eloina: Delcy Rodríguez; Delcy Rodriguez; Delcy Eloína Rodríguez
EL AISSAMI, Tareck: Tareck El Aissami; Tarek El Aissami; Tareck al Aissami; Tarik El Aissami
PADRINO LOPEZ, Vladimir: Vladimir Padrino; Vladimir Padrino López; General Vladimir Padrino Lopez
Rosario María MURILLO ZAMBRANA: Rosario Murillo; Rosario Murillo Zambrana; Rosario María Murillo
Min Aung Hlaing: Min Aung Hlaing; General Min Aung Hlaing; Min Aung Laing; Senior General Min Aung Hlaing
HAQQANI, Sirajuddin: Sirajuddin Haqqani; Siraj Haqqani; Seradschuddin Haqqani; Sirajuddin Haqani; Siradschuddin Hakkani; Khalifa Sirajuddin Haqqani
JALALUDDIN HAQQANI: Jalaluddin Haqqani; Jalal al-Din Haqqani; Dschalaluddin Hakkani; Jalalludin Haqqani; Djalâlouddine Haqqani
Abdul Ghani Baradar: Abdul Ghani Baradar; Mullah Baradar; Abdul Ghani Barader; Mullah Abdul Ghani Baradar; Abdoul Ghani Baradar
MOHAMMAD HASSAN AKHUND: Mullah Hassan Akhund; Mohammad Hassan Akhund; Mohammed Hasan Achund; Mullah Mohammad Hasan Akhund
AL-ZAWAHIRI, Ayman: Ayman al-Zawahiri; Aiman az-Zawahiri; Aiman al-Sawahiri; Ayman al-Zawahri; Aymane al-Zaouahiri; Dr. Ayman al-Zawahiri
BIN LADEN, Usama: Osama bin Laden; Usama bin Laden; Oussama ben Laden; Osama bin Ladin; Usama bin Ladin; Usáma bin Ládin
Abu Muhammad al-Jawlani: Abu Mohammed al-Golani; Abu Mohammad al-Julani; Abu Muhammad al-Dschaulani; Abou Mohammed al-Joulani; Abu Mohammad al-Jolani
AL-ADL, Sayf: Saif al-Adel; Sayf al-Adl; Saif al-Adl; Seif al-Adel
Abubakar Shekau: Abubakar Shekau; Abu Bakr Shekau; Aboubakar Shekau; Abubakar Schekau; Imam Abubakar Shekau
KONY, Joseph: Joseph Kony; Joseph Koni; Josef Kony; General Joseph Kony
NTAGANDA, Bosco: Bosco Ntaganda; Jean Bosco Ntaganda; General Bosco Ntaganda
IYAD AG GHALI: Iyad Ag Ghaly; Iyad ag Ghali; Iyad Ag-Ghali; Iyad Aghali
MOKHTAR BELMOKHTAR: Mokhtar Belmokhtar; Mochtar Belmochtar; Mokhtar Bel Mokhtar; Mojtar Belmojtar
ABDELMALEK DROUKDEL: Abdelmalek Droukdel; Abdelmalek Drukdal; Abdel Malek Droukdal; Abdelmalik Drukdel
GUZMAN LOERA, Joaquin: Joaquín Guzmán; Joaquín Guzmán Loera; El Chapo Guzman; Joaquin "El Chapo" Guzman; Joaquin El Chapo Guzman Loera
GUZMAN LOPEZ, Ovidio: Ovidio Guzmán; Ovidio Guzmán López; Ovidio Guzman-Lopez
ZAMBADA GARCIA, Ismael: Ismael Zambada; Ismael Zambada García; Ismael "El Mayo" Zambada; El Mayo Zambada
CARO QUINTERO, Rafael: Rafael Caro Quintero; Rafael Caro-Quintero; Caro Quintero
OSEGUERA CERVANTES, Nemesio: Nemesio Oseguera; Nemesio Oseguera Cervantes; Nemesio Oseguera-Cervantes
IBRAHIM, Dawood: Dawood Ibrahim; Dawood Ibrahim Kaskar; Daud Ibrahim; Dawud Ibrahim; Davood Ibrahim
Hafiz Saeed: Hafiz Saeed; Hafiz Muhammad Saeed; Hafis Said; Hafiz Mohammad Saeed
MOHAMMED MASOOD AZHAR ALVI: Masood Azhar; Maulana Masood Azhar; Masud Azhar; Mohammad Masood Azhar
BOUT, Viktor Anatolijevitch: Viktor Bout; Victor Bout; Wiktor But; Viktor But
MUGABE, Robert Gabriel: Robert Mugabe; Robert G. Mugabe; President Robert Mugabe
MNANGAGWA, Emmerson: Emmerson Mnangagwa; Emerson Mnangagwa; Emmerson D. Mnangagwa
BOZIZE, Francois: François Bozizé; Francois Bozize; General François Bozizé; Francois Bozizé Yangouvonda
GADDAFI, Muammar: Muammar Gaddafi; Moammar Gadhafi; Mouammar Kadhafi; Muammar al-Qaddafi; Muammar al-Gaddafi; Colonel Gaddafi; Moamar Gadafi; Muammar el-Qaddafi
QADHAFI, Aisha: Aisha Gaddafi; Aïcha Kadhafi; Ayesha Gaddafi; Aisha al-Qadhafi; Aischa al-Gaddafi
SALEH, Ali Abdullah: Ali Abdullah Saleh; Ali Abdallah Salih; Ali Abdullah Salih; Ali Abdallah Saleh
AL-HOUTHI, Abdulmalik Bin Bader Al-Deen: Abdul-Malik al-Houthi; Abdelmalek al-Houthi; Abdul Malik al-Huthi; Abdulmalik al-Houthi; Abd al-Malik al-Huthi
DODIK, Milorad: Milorad Dodik; President Milorad Dodik; Milorad Dodick
KARADZIC, Radovan: Radovan Karadžić; Radovan Karadzic; Dr. Radovan Karadzic; Radovan Karadschitsch
MLADIC, Ratko: Ratko Mladić; Ratko Mladic; General Ratko Mladic; Ratko Mladitsch
CHEN, Quanguo: Chen Quanguo; Quanguo Chen; Ch'en Ch'üan-kuo; Chen Quan Guo
LAM CHENG, Carrie Yuet-ngor: Carrie Lam; Carrie Lam Cheng Yuet-ngor; Lam Cheng Yuet-ngor; Carrie Lam Cheng
XIA, Baolong: Xia Baolong; Baolong Xia; Hsia Pao-lung; Xia Bao Long
ZHU, Hailun: Zhu Hailun; Hailun Zhu; Chu Hai-lun
WANG, Junzheng: Wang Junzheng; Junzheng Wang; Wang Chün-cheng; Wang Jun-zheng
GERTLER, Dan: Dan Gertler; Daniel Gertler; Dan Gertner
RODRIGUEZ OREJUELA, Miguel Angel: Miguel Rodríguez Orejuela; Miguel Angel Rodriguez; Miguel Ángel Rodríguez Orejuela`,
  "persons in Baltic, Czech, Polish, Hungarian and Dutch, and in their cases": `
PUTIN, Vladimir: Vladimiras Putinas; Vladimirs Putins; Vladimira Putina; Vladimirem Putinem; Vladimirovi Putinovi; Władimirowi Putinowi; Władimirem Putinem; Vlagyimir Putyin; Vladimir Poetin; Vladimirom Putinom; Vladimirui Putinui
LAVROV, Sergey: Sergejus Lavrovas; Sergejs Lavrovs; Sergeje Lavrova; Sergejem Lavrovem; Siergieja Ławrowa; Siergiejem Ławrowem; Szergej Lavrov; Sergejem Lavrovom
Sergei Kuzhugetovich SHOIGU: Sergejus Šoigu; Sergejs Šoigu; Sergej Šojgu; Szergej Sojgu; Siergiejem Szojgu; Sergej Sjojgoe
KADYROV, Ramzan Akhmatovich: Ramzanas Kadyrovas; Ramzans Kadirovs; Ramzana Kadyrova; Ramzanem Kadyrowem; Ramzanom Kadyrovom
PRIGOZHIN, Evgeny: Jevgenijus Prigožinas; Jevgēņijs Prigožins; Jevgenij Prigožin; Jevgenije Prigožina; Jevgenyij Prigozsin; Jewgienija Prigożyna; Jevgeni Prigozjin
MEDVEDEV, Dmitry: Dmitrijus Medvedevas; Dmitrijs Medvedevs; Dmitrije Medveděva; Dmitrijem Miedwiediewem; Dmitrij Medvegyev
SECHIN, Igor: Igoris Sečinas; Igors Sečins; Igorem Sieczinem; Igora Sečina; Igor Setsjin; Igor Szecsin
PATRUSHEV, Nikolai: Nikolajus Patruševas; Nikolajs Patruševs; Nikolaje Patruševa; Nikołajem Patruszewem; Nyikolaj Patrusev; Nikolaj Patroesjev
BORTNIKOV, Alexander: Aleksandras Bortnikovas; Aleksandrs Bortņikovs; Alexandra Bortnikova; Alekszandr Bortnyikov
GERASIMOV, Valery: Valerijus Gerasimovas; Valērijs Gerasimovs; Valerije Gerasimova; Walerijem Gierasimowem; Valerij Geraszimov
Roman Arkadyevich ABRAMOVICH: Romanas Abramovičius; Romāns Abramovičs; Romana Abramoviče; Romanem Abramowiczem; Romanom Abramovičem; Roman Abramovics
Oleg Vladimirovich DERIPASKA: Olegas Deripaska; Oļegs Deripaska; Olega Děripasky; Olegiem Deripaską
USMANOV, Alisher Burhanovich: Ališeris Usmanovas; Ališers Usmanovs; Ališera Usmanova; Aliszerem Usmanowem; Aliser Uszmanov
TIMCHENKO, Gennady Nikolayevich: Genadijus Timčenka; Genādijs Timčenko; Gennadije Timčenka; Giennadijem Timczenką; Gennagyij Tyimcsenko
ROTENBERG, Arkady Romanovich: Arkadijus Rotenbergas; Arkādijs Rotenbergs; Arkadijem Rotenbergiem; Arkadije Rotenberga
PESKOV, Dmitry Sergeevich: Dmitrijus Peskovas; Dmitrijs Peskovs; Dmitrije Peskova; Dmitrijem Pieskowem; Dmitrij Peszkov
Vyacheslav Viktorovich VOLODIN: Viačeslavas Volodinas; Vjačeslavs Volodins; Vjačeslava Volodina; Wiaczesławem Wołodinem; Vjacseszlav Vologyin
Valentina Ivanovna MATVIYENKO: Valentina Matvijenková; Valentinou Matvijenkovou; Valentyina Matvijenko
Margarita Simonovna SIMONYAN: Margarita Simonjanová; Margaritou Simonjanovou; Margarita Szimonyjan
Alexander Ivanovich BASTRYKIN: Aleksandras Bastrykinas; Aleksandrs Bastrikins; Alexandra Bastrykina; Alekszandr Basztrikin
MEDVEDCHUK, Viktor: Viktoras Medvedčiukas; Viktors Medvedčuks; Viktora Medvedčuka; Wiktorem Medwedczukiem; Viktor Medvedcsuk
YANUKOVYCH, Viktor Fedorovych: Viktoras Janukovyčius; Viktors Janukovičs; Viktora Janukovyče; Wiktorem Janukowyczem; Viktor Janukovics
Igor Vsevolodovich GIRKIN: Igoris Girkinas; Igors Girkins; Igorem Girkinem; Igora Girkina
ASSAD, Bashar: Bašaras al Asadas; Bašārs al Asads; Bašára Asada; Baszarem al-Asadem; Bassár el-Aszad; Basjar al-Assad
MADURO MOROS, Nicolas: Nicolasas Maduro; Nikolass Maduro; Nicolásem Madurem; Nicolasowi Maduro
NASRALLAH, Hasan: Hasanas Nasrallahas; Hasana Nasralláha; Hasanem Nasrallahem; Haszan Naszrallah
Qasem Soleimani: Kasemas Soleimanis; Kásima Sulejmáního; Kasemem Sulejmanim; Kászim Szulejmáni
HANIYEH, Ismail: Ismailas Haniyehas; Ismáíla Haníju; Ismailem Haniją; Iszmáíl Hanijje
KARADZIC, Radovan: Radovanas Karadžičius; Radovans Karadžičs; Radovana Karadžiće; Radovanem Karadžiciem; Radovan Karadzsics
MLADIC, Ratko: Ratko Mladičius; Ratko Mladičs; Ratka Mladiće; Ratkiem Mladiciem; Ratko Mladics
DODIK, Milorad: Miloradas Dodikas; Milorads Dodiks; Milorada Dodika; Miloradem Dodikiem
GADDAFI, Muammar: Muamaras Kadafis; Muammars Kadafi; Muammara Kaddáfího; Muammarem Kaddafim
BOUT, Viktor Anatolijevitch: Viktoras Butas; Viktors Buts; Viktora Buta; Wiktorem Butem`,
  "persons in another script": `
PUTIN, Vladimir: Владимир Путин; Путин Владимир Владимирович; Володимир Путін; Уладзімір Пуцін; 普京; 弗拉基米尔·普京; فلاديمير بوتين; ולדימיר פוטין; ウラジーミル・プーチン; 블라디미르 푸틴; Βλαντιμίρ Πούτιν; ვლადიმირ პუტინი; ولادیمیر پوتین
LAVROV, Sergey: Сергей Лавров; Сергій Лавров; سيرغي لافروف; 谢尔盖·拉夫罗夫; セルゲイ・ラブロフ; 세르게이 라브로프; סרגיי לברוב; Σεργκέι Λαβρόφ
KADYROV, Ramzan Akhmatovich: Рамзан Кадыров; Рамзан Ахматович Кадыров; Рамзан Кадиров; رمضان قديروف
PRIGOZHIN, Evgeny: Евгений Пригожин; Євген Пригожин; 叶夫根尼·普里戈任; エフゲニー・プリゴジン; 예브게니 프리고진; يفغيني بريغوجين
MEDVEDEV, Dmitry: Дмитрий Медведев; Дмитро Медведєв; 德米特里·梅德韦杰夫; دميتري ميدفيديف; ドミートリー・メドヴェージェフ; 드미트리 메드베데프
SECHIN, Igor: Игорь Сечин; Ігор Сєчін; إيغور سيتشين
Roman Arkadyevich ABRAMOVICH: Роман Абрамович; Роман Аркадьевич Абрамович; רומן אברמוביץ'; رومان أبراموفيتش
YANUKOVYCH, Viktor Fedorovych: Виктор Янукович; Віктор Янукович; Янукович Віктор Федорович; فيكتور يانوكوفيتش
KIM, Jong Un: 김정은; 金正恩; Ким Чен Ын; キム・ジョンウン; كيم جونغ أون; Кім Чен Ин; קים ג'ונג און
KIM, Yo Jong: 김여정; 金与正; Ким Ё Чжон; キム・ヨジョン
ASSAD, Bashar: بشار الأسد; Башар Асад; בשאר אל-אסד; 巴沙尔·阿萨德; バッシャール・アル＝アサド; 바샤르 알아사드; Μπασάρ αλ Άσαντ; Башар аль-Асад
Maher AL-ASSAD: ماهر الأسد; Махер аль-Асад; מאהר אסד
KHAMENEI, Ali Husseini: علی خامنه‌ای; علي خامنئي; Али Хаменеи; עלי ח'אמנאי; 哈梅内伊; アリー・ハーメネイー; سید علی خامنه‌ای
RAISI, Ebrahim: ابراهیم رئیسی; إبراهيم رئيسي; Ибрахим Раиси; אבראהים ראיסי
Qasem Soleimani: قاسم سلیمانی; قاسم سليماني; Касем Сулеймани; קאסם סולימאני; ガーセム・ソレイマーニー
NASRALLAH, Hasan: حسن نصر الله; Хасан Насралла; חסן נסראללה; حسن نصرالله; ハサン・ナスルッラーフ
HANIYEH, Ismail: إسماعيل هنية; Исмаил Хания; איסמעיל הנייה; イスマーイール・ハニーヤ
SINWAR, Yahya: يحيى السنوار; Яхья Синвар; יחיא סינוואר
MADURO MOROS, Nicolas: Николас Мадуро; نيكولاس مادورو; 尼古拉斯·马杜罗; ニコラス・マドゥロ
BIN LADEN, Usama: أسامة بن لادن; Усама бен Ладен; אוסאמה בן לאדן; オサマ・ビン・ラディン; 乌萨马·本·拉登; Ουσάμα Μπιν Λάντεν
AL-ZAWAHIRI, Ayman: أيمن الظواهري; Айман аз-Завахири; איימן א-זוואהירי
GADDAFI, Muammar: معمر القذافي; Муаммар Каддафи; מועמר קדאפי; ムアンマル・アル＝カッザーフィー; 穆阿迈尔·卡扎菲
Abubakar Shekau: أبو بكر شيكاو; Абубакар Шекау
AL-HOUTHI, Abdulmalik Bin Bader Al-Deen: عبد الملك الحوثي; Абдул-Малик аль-Хуси; עבד אל-מלכ אל-חות'י
KARADZIC, Radovan: Радован Караџић; Радован Караджич
MLADIC, Ratko: Ратко Младић; Ратко Младич
CHEN, Quanguo: 陈全国; 陳全國; Чэнь Цюаньго; チン・ゼンコク
ZHU, Hailun: 朱海仑; 朱海侖; Чжу Хайлунь
WANG, Junzheng: 王君正; Ван Цзюньчжэн
XIA, Baolong: 夏宝龙; 夏寶龍; Ся Баолун
Min Aung Hlaing: Мин Аун Хлайн; 敏昂莱; ミン・アウン・フライン`,
  "bodies and craft": `
ISLAMIC REVOLUTIONARY GUARD CORPS: IRGC; Islamic Revolutionary Guards Corps; Revolutionary Guards; Iranian Revolutionary Guard; Iranian Revolutionary Guard Corps; Sepah-e Pasdaran; Korps der Islamischen Revolutionsgarden; Pasdaran; سپاه پاسداران انقلاب اسلامی
HIZBALLAH: Hezbollah; Hizbullah; Hisbollah; Hezbolá; Hizbollah; Lebanese Hezbollah; حزب الله
HAMAS: Hamas; Harakat al-Muqawama al-Islamiyya; Islamic Resistance Movement
AL-QAIDA: Al-Qaeda; al Qaeda; Al-Kaida; Al Qaida; Al-Qa'ida; القاعدة
BOKO HARAM: Boko Haram; Boko-Haram; Bokoharam
AL-SHABAAB: Al-Shabaab; al-Shabab; Al Shabaab; Harakat al-Shabaab al-Mujahideen
TALIBAN: Taliban; Taleban; The Taliban
HAQQANI NETWORK: Haqqani Network; Haqqani-Netzwerk; Haqani Network
LASHKAR-E-TAYYIBA: Lashkar-e-Taiba; Lashkar e Toiba; Laschkar-e-Taiba; Lashkar-e-Tayyaba; LeT; Lashkar-i-Taiba
JAISH-E-MOHAMMED: Jaish-e-Mohammed; Jaish-e-Muhammad; Jaish e Mohammad; Jaysh-i-Muhammad
JEMAAH ISLAMIYAH: Jemaah Islamiyah; Jemaah Islamiya; Jama'ah Islamiyah; Jamaah Islamiyah
ABU SAYYAF GROUP: Abu Sayyaf; Abu Sayaf; Abu Sayyaf Group; Abou Sayyaf
HAYAT TAHRIR AL-SHAM: Hayat Tahrir al-Sham; Hayat Tahrir ash-Sham; Haiat Tahrir al-Scham; Hay'at Tahrir al-Sham; HTS; هيئة تحرير الشام
LIBERATION TIGERS OF TAMIL EELAM: LTTE; Tamil Tigers; Liberation Tigers of Tamil Eelam; Liberation Tigers of Tamil Ealam
PKK: PKK; Kurdistan Workers' Party; Kurdistan Workers Party; Partiya Karkerên Kurdistanê
FARC-EP: FARC; FARC-EP; Fuerzas Armadas Revolucionarias de Colombia; Revolutionary Armed Forces of Colombia
ELN: ELN; Ejército de Liberación Nacional; National Liberation Army
SHINING PATH: Shining Path; Sendero Luminoso; Leuchtender Pfad
PMC WAGNER: Wagner Group; PMC Wagner; Wagner PMC; Gruppe Wagner; Groupe Wagner; ChVK Wagner; ЧВК Вагнер; Grupo Wagner; Private Military Company Wagner
INTERNET RESEARCH AGENCY LLC: Internet Research Agency; Internet Research Agency (IRA); Agentstvo internet-issledovaniy
ROSOBORONEXPORT JSC: Rosoboronexport; Rosoboroneksport; JSC Rosoboronexport; Рособоронэкспорт
URALVAGONZAVOD: Uralvagonzavod; Uralwagonsawod; Ural Vagon Zavod; Уралвагонзавод; Ouralvagonzavod
UNITED AIRCRAFT CORPORATION: United Aircraft Corporation; United Aircraft Corp; UAC; Объединенная авиастроительная корпорация; United Aircraft Corp.
Almaz-Antey: Almaz-Antey; Almas-Antei; Almaz Antey; Алмаз-Антей; Almaz-Antei
KALASHNIKOV CONCERN: Kalashnikov; Kalashnikov Concern; Kalaschnikow-Konzern; Концерн Калашников; Kalachnikov
Sberbank: Sberbank; Sberbank of Russia; Sberbank Rossii; Сбербанк
VTB BANK: VTB; VTB Bank; Bank VTB; Банк ВТБ; Vneshtorgbank
VNESHECONOMBANK: Vnesheconombank; VEB.RF; VEB; Wneschekonombank; Внешэкономбанк
GAZPROM NEFT: Gazprom Neft; Gazpromneft; Газпром нефть; Gazprom-Neft
Gazprombank: Gazprombank; Gazprom Bank; Газпромбанк; GPB Bank
ROSNEFT: Rosneft; Rosneft Oil Company; Роснефть; NK Rosneft
ALFA-BANK: Alfa-Bank; Alfa Bank; Alfabank; Альфа-Банк; Alpha Bank Russia
Sovcombank: Sovcombank; Sowkombank; Sovkombank; Совкомбанк
Promsvyazbank PJSC: Promsvyazbank; Promswjasbank; Промсвязьбанк; PSB Bank
BANK ROSSIYA: Bank Rossiya; Bank Rossija; Rossiya Bank; Банк Россия; Bank Rossia
NOVATEK: Novatek; Nowatek; Новатэк
Sovcomflot: Sovcomflot; Sowkomflot; SCF Group; Совкомфлот; Sovkomflot
NIGHT WOLVES: Night Wolves; Night Wolves MC; Nachtwölfe; Ночные волки
NATIONAL IRANIAN OIL COMPANY: National Iranian Oil Company; NIOC; National Iranian Oil Co; National Iranian Oil Co.; شرکت ملی نفت ایران
NATIONAL IRANIAN TANKER COMPANY: National Iranian Tanker Company; NITC; National Iranian Tanker Co
IRISL: IRISL; Islamic Republic of Iran Shipping Lines; I.R.I.S.L.; IRISL Group
MAHAN AIR: Mahan Air; Mahan Airlines; Mahanair; هواپیمایی ماهان
IRAN AIR: Iran Air; IranAir; ایران ایر
BANK MELLI IRAN: Bank Melli; Bank Melli Iran; Melli Bank; بانک ملی ایران
BANK SEPAH: Bank Sepah; Sepah Bank; Bank-e Sepah; بانک سپه
BANK SADERAT IRAN: Bank Saderat; Bank Saderat Iran; Saderat Bank; بانک صادرات ایران
ASTAN QUDS RAZAVI: Astan Quds Razavi; Astan-e Quds-e Razavi; Astan Qods Razavi; آستان قدس رضوی
KOREA MINING DEVELOPMENT TRADING CORPORATION: KOMID; Korea Mining Development Trading Corp; Korea Mining Development Trading Corporation
RECONNAISSANCE GENERAL BUREAU: Reconnaissance General Bureau; RGB (Reconnaissance General Bureau); North Korean Reconnaissance General Bureau
TANCHON COMMERCIAL BANK: Tanchon Commercial Bank; Tanchon Bank; Danchon Commercial Bank
LAZARUS GROUP: Lazarus Group; Lazarus; Gruppe Lazarus
HUAWEI TECHNOLOGIES CO., LTD.: Huawei; Huawei Technologies; Huawei Technologies Co Ltd
HIKVISION: Hikvision; Hangzhou Hikvision; Hik Vision
XINJIANG PRODUCTION AND CONSTRUCTION CORPS: Xinjiang Production and Construction Corps; XPCC; Xinjiang Production & Construction Corps; Bingtuan
PETROLEOS DE VENEZUELA, S.A.: PDVSA; Petróleos de Venezuela; Petroleos de Venezuela SA; PdVSA
CONVIASA: Conviasa; Consorcio Venezolano de Industrias Aeronáuticas y Servicios Aéreos
TORNADO CASH: Tornado Cash; TornadoCash; tornado.cash
GARANTEX: Garantex; Garantex Europe; Гарантекс
HYDRA MARKET: Hydra Market; Hydra Marketplace
SYRIAN ARAB AIRLINES: Syrian Arab Airlines; Syrian Airlines; SyrianAir; Syrian Air; السورية للطيران
CHAM WINGS AIRLINES: Cham Wings; Cham Wings Airlines; ChamWings; أجنحة الشام
CENTRAL BANK OF SYRIA: Central Bank of Syria; Syrian Central Bank; مصرف سورية المركزي; Banque centrale de Syrie
SYRIATEL: Syriatel; Syria Tel; سيريتل
SCIENTIFIC STUDIES AND RESEARCH CENTER: SSRC; Scientific Studies and Research Centre; Syrian Scientific Studies and Research Center; CERS
Belaruskali OAO: Belaruskali; Беларуськалий; Belarus Kali; JSC Belaruskali
GRODNO AZOT: Grodno Azot; Hrodna Azot; Гродно Азот; OJSC Grodno Azot
BELAVIA BELARUSIAN AIRLINES: Belavia; Belavia Belarusian Airlines; Белавиа
SINALOA CARTEL: Sinaloa Cartel; Cartel de Sinaloa; Cártel de Sinaloa; Sinaloa-Kartell
CARTEL DE JALISCO NUEVA GENERACION: CJNG; Jalisco New Generation Cartel; Cártel de Jalisco Nueva Generación; Cartel Jalisco Nueva Generación
LOS ZETAS: Los Zetas; Zetas; The Zetas
MARA SALVATRUCHA: MS-13; MS13; Mara Salvatrucha; Mara Salvatrucha 13
YAMAGUCHI-GUMI: Yamaguchi-gumi; Yamaguchigumi; Yamaguchi Gumi; 山口組
'NDRANGHETA ORGANIZATION: 'Ndrangheta; Ndrangheta; N'drangheta
AUM SHINRIKYO: Aum Shinrikyo; Aum Shinrikyō; Aum-Shinrikyo; オウム真理教
ADRIAN DARYA 1: Adrian Darya 1; Adrian Darya-1; Adrian Darya; MT Adrian Darya 1
DILBAR: Dilbar; M/Y Dilbar; yacht Dilbar; Motor Yacht Dilbar
GRACEFUL: Graceful; yacht Graceful; MY Graceful
AKADEMIK CHERSKIY: Akademik Cherskiy; Akademik Cherski; Akademik Tscherski; Academic Cherskiy; pipe-layer Akademik Cherskiy
FORTUNA: Fortuna; pipelay vessel Fortuna; vessel Fortuna
URSA MAJOR: Ursa Major; MV Ursa Major; cargo ship Ursa Major
LADY R: Lady R; MV Lady R; Lady-R
EAGLE S: Eagle S; tanker Eagle S; oil tanker Eagle S; MT Eagle S
CHONG CHON GANG: Chong Chon Gang; Chongchongang; Chong Chon-gang; Ch'ŏngch'ŏn'gang
SPARTA II: Sparta II; Sparta 2; MV Sparta II
SCF SAMOTLOR: SCF Samotlor; tanker SCF Samotlor`,
};
