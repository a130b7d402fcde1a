//! Words that half of all bodies have in their names, whatever they deal with.
//!
//! A row is one meaning: its words, and beginnings of words (`nauchn*`), in whatever language. The first is
//! how English says it, the first beginning how Russian does. Words are in the form that
//! [`super::normalise`] gives; Arabic and Persian are in letters as people write them in Latin. The
//! meanings are those that recur in the names of bodies on OFAC's lists and in their transliterated
//! aliases, ours the words.

/// Meanings of words that say what kind of body it is.
pub const GENERIC: &[&str] = &[
    "and wa und et ve",
    "for dlya za lil para pour fur vir",
    "the",
    "association union assotsiats* assotsiac* obedinen* obyedinen* obiedinen* asociacion \
     associacao dernek dernegi jamiat jamiyat verband verein vereinigung soyuz* sojuz* \
     ittihad itihad asotsiats*",
    "agency agentstv* agencia agence agentur ajansi agenzia",
    "bank banki bankasi bankovsk* bankers banking banque banco banca masraf bnk bnq bonk \
     yinhang unhaeng",
    "branch subsidiary filial* branches division otdelen* podrazdelen* succursale sucursal \
     zweigniederlassung subesi far",
    "brothers bros sons hermanos ikhwan bratya brat kardesler",
    "bureau byuro buro byuro* office offices ofis* escritorio",
    "building bld",
    "businessman business biznes* businesses negocios",
    "center centre tsentr* cent centro centrum markaz merkez* marakiz zentrum zhongxin",
    "charitable charity blagotvoritel* khairiya khayriya khayriyya khairiyya khairi kheyriye \
     caritative benevolent benevolence hayir*",
    "club klub*",
    "commercial coml commerce trade trading traders trader torgov* torhov* torg trejd treyd treid \
     ticari ticaret* tic comercial comercio commerciale comercializadora tejarat tijara* \
     tijari* bazargani maoyi tradinghouse handel* handels* intertrade merchants merchant \
     torgovlya torgovl* trgovin*",
    "td",
    "committee komitet* comite lajnat lajna komisi* commission comision konseyi",
    "concern kontsern* koncern* konzern konsern",
    "consulting konsalting* consultant consultants consultancy consultores consultoria \
     danismanlik",
    "consortium konsorts* consorcio",
    "council sovet* shura majlis consejo conseil rada",
    "department departament* departamento otdel* section",
    "design proektn* projekt* konstruktorsk* constructor dizayn* designing tarahi",
    "kb okb skb tskb mkb gskb pkb db edb cdb sdb",
    "development razvit* rozvyt* desarrollo developpement desenvolvimento tose tosee toseh \
     tanmiya* kalkinma developments razvoj fazhan gelistirme",
    "directorate upravlen* directorat* direktsi* administration administrats* administracion \
     management mgmt mgt menedzhment* upravlyayush* direccion idare* guanli modiriat managing glavk* \
     headquarters mudiri*",
    "engineering eng engineers inzhenern* inzhinir* inzhener* ingenieria ingenierie \
     muhendislik mohandesi mohandesin muhandis* engineer gongcheng mhndsy",
    "enterprise enterprises predpriyat* pidpryiemstv* pryadpryemstv* preduzec* entreprise \
     unternehmen isletme*",
    "muassasat moassasat muassasa mossasat assasat institution uchrezhden* muessesesi bonyad \
     institutions moassese moasese",
    "export exports eksport* ihracat exportadora exportacion* exporting",
    "factory plant plants works factories zavod* fabrik* kombinat* fabrika* fabrica usine \
     werk werke karkhane karkhaneh gongchang mill mills manufactory masna predzavod* zavodi",
    "federal federaln* federat* federation",
    "finance financial finans fainans finanzas financiere financiera mali maliye",
    "foundation fund funds fond* vakif vakfi waqf fundacion fundacao fondation foundations \
     jijinhui",
    "front jabhat jabha frente",
    "general main chief head glavn* golovn* hlavn* principal genel generale obshch* generaln* \
     headoffice",
    "global globaln* globe glob mondial worldwide",
    "group groups grupp* grup grubu grubun grupo groupe gruppo gruppe gorouh guruh jituan \
     majmuat majmoo*",
    "holding holdings kholding* holding* holdingi",
    "house home dom dar",
    "import imports import* ithalat importadora varedat importacion* importing",
    "industry industrial industries promyshlenn* prom indust industri sanaye sanat sanati \
     sanayeh sanayi* sinaat* sinai sanaat industria industrias industriel industrielle \
     industriale gongye",
    "information informats* informac* ettelaat malumat",
    "institute institut* instituto instytut* istituto enstitu* mahad moassesseh yanjiusuo",
    "insurance strakhov* assurance seguros sigorta bimeh tamin reinsurance versicherung",
    "international mezhdunarodn* mizhnarodn* internats* intl internacional internationale \
     uluslararasi beynolmelal beinolmelal duwali dawli dowali guoji inter",
    "investment investments investitsion* investits* invest investm* inversiones inversion \
     yatirim istithmar* sarmaye sarmayeh sarmayegozari investicii* touzi investissement \
     investicij*",
    "joint sovmestn* moshtarak",
    "logistics logistic logist lojistik wuliu",
    "manufacturing production productions manufacture manufacturers manufacturer proizvodstv* \
     vyrobnych* uretim imalat produccion fabrication tolidi towlidi intaj proizvodn* \
     izgotovlen* shengchan produkts",
    "movement bewegung movimento beweging dvizhen* harakat haraka movimiento mouvement hareketi rukh",
    "ministry ministerstv* minister* wizarat wezarat vezarat bakanlik* bakanligi ministerio \
     ministere ministero",
    "national nationaler nationalen nationales natsionaln* natsyyanaln* nacional* nationale milli melli watani* vatani \
     nazionale natsional* narodn*",
    "network netzwerk reseau netwerk set",
    "nii sri ri tsnii vnii gnii niti tsniti niits nipi",
    "np npo npp npk npts npf gnpp gnpts gnpo spe rpa rpe nvp nvo nvk rpc",
    "organization organisation organizats* organisats* organizacion organizzazione organisasi \
     munazzamat tanzim tandhim sazman sazeman orgutu zuzhi",
    "party partei partito partij partiy parti partido hizb hezb",
    "po pa",
    "gk nk",
    "products product produktsi* productos produits mahsulat urunleri prodakts",
    "project projects proekt* proyecto proyectos projet proje",
    "public obshchestvenn* obshestvenn* publichn* publique publico ommumi",
    "republic respublik* republica republique jomhuri jumhuriya* cumhuriyeti",
    "research researches issledovatelsk* doslidn* pajouhesh pazhuhesh tahghighat tahqiqat \
     investigacion recherche arastirma yanjiu issledovani*",
    "school shkol* madrasa madrasah madrassa okul* escuela ecole",
    "science sciences scientific nauchn* nauk naukov* elmi ilmi scient navuk* bilim ciencia \
     kexue",
    "service services servis* obsluzhiv* servicio servicios hizmet* khadamat xizmat* usluge \
     uslugi uslug fuwu",
    "shop store magazin* stores market supermarket bazar marketi",
    "society obshchestv* obschestv* tovarishchestv* tovarystv* tavarystv* societe sociedad \
     gesellschaft jamiyyat cemiyeti drustv*",
    "solutions solution reshen* solyushn* soluciones cozumleri",
    "stock fondov* bours borsa bourse sahm",
    "special specialized specialised spetsialn* osob* spetsializ* spets ozel spec",
    "state gosudarstvenn* derzhavn* dzyarzhawn* estatal dovlati gosud* dolati",
    "supply supplies snabzhen* postavk* tedarik suministros supplier",
    "system systems sistem* sistema* systeme sistemas sistemleri systemic nizam xitong siste*",
    "technical tekhnichesk* teknik tecnica technique fanni tekhn tekhnich*",
    "technology technologies technological tech tekhnolog* technolog* texnolog* tehnolog* \
     teknoloji* tecnologia tecnologias fanavari fanavaran tekhnol* tek keji jishu teknologi* \
     tekh",
    "all-russian vserossiysk*",
    "unit chast",
    "university universitat universita universit* universidad universite daneshgah daxue unibersiti",
    "academy akadem* academia akademi",
    "academician akademik* acad ak",
    "imeni im",
    "brigad* liwa liwaa",
    "united obedinenn* obyedinenn* unidos ob muttahida aggregated",
    "venture ventures jv sp",
    "number no nr nomer numero",
    "new novin nuevo nueva nouveau yeni jadid",
    "central centraln* tsentraln* markazi merkezi",
    "assistance relief help aid pomoshch* ighatha igatha secours ayuda yardim imdad",
    "complex kompleks* majma mujtama",
    "park",
    "sklad",
    "dochern*",
    "territory zone zona mantaqa mantaghe",
    "social sotsialn* ejtemai ijtimai",
    "support podderzhk* obespechen* provision hemayat",
    "offshore",
    "operation operations operating ekspluat* operator operators",
    "order orden*",
    "base baza bazy",
    "so called",
    "also known",
];
