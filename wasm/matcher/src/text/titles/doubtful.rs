//! Forms of address that people are called as well, or that are no form of address but beside one.
//!
//! In the form that [`crate::text::normalise`] gives. Compiled by hand. Which of them is a word in a name
//! depends on where it stands: see [`crate::name::address`].

/// Before a name: family names as well. What is a given name as well (`Sultan`, `Amir`) is none of them.
pub(super) const BEFORE: &[&str] = &[
    // The clergy and the religious.
    "father fr brother sister mother bishop cardinal patriarch metropolitan pope deacon abbot abbess prior \
     canon vicar chaplain priest monk preacher evangelist apostle elder prophet primate nuncio eparch venerable ven \
     lama swami guru pandit acharya baba mahatma bhikkhu acarya saint blessed akhund akhond akhoond akhwand \
     pir qadi qadhi qazi kadi hoca hodja khoja ulama mgr kardinal papa otets padre pere \
     rav rabin ravvin rabbin rebetzin",
    // The nobility.
    "king queen duke marquess marquise knight dame laird baron tsar czar tsarina kaiser caliph maharaja \
     maharajah maharani rajah nawab khedive pangeran aga agha pasha begum graf furst fuerst ritter herzog conde condesa \
     duque duquesa comte duc principe principessa infanta dom knyaz kniaz toh pengiran sheriff \
     vidame highness majesty eminence holiness honour honor worship lordship beatitude lordships hh hm \
     baronin herzogin prinz prinzessin printsessa prints kral krol korol korolewa koroleva rey roi reine",
    // Courts, states, parties and firms.
    "justice advocate adv barrister solicitor notary registrar bailiff arbitrator counsel premier consul \
     chancellor speaker secretary representative delegate commissioner alderman alderwoman chairman chairwoman \
     chairperson chair director chief leader prefect envoy attache treasurer comptroller ombudsman inspector \
     superintendent warden spokesman spokeswoman spokesperson adviser advisor administrator official \
     member deputy warlord commissar duce fuhrer fuehrer caudillo jefe kommissar commissaire \
     vicechairman manager founder financier businessman businesswoman oligarch banker billionaire millionaire tycoon \
     magnate mogul entrepreneur milliardar milliarder milliardaire activist journalist politician blogger propagandist \
     militant terrorist jihadist trafficker kingpin dictator ruler \
     mp mla mna msp mpp mk ceo cfo coo cto md vp evp svp rep gov pres \
     secretaire secretario secretaria directeur directora diretor direktor direktorin \
     kanzler bundeskanzler burgermeister buergermeister bundesprasident prasident praesident \
     premijer premyer sekretar komissar mer pan pani posol konsul glava nachalnik rukovoditel lider \
     vorsitzender chairlady elect ndugu mwalimu mzee bwana oba otunba eze igwe obi",
    // Courts and parliaments of French, Spanish, Portuguese, Italian, Romanian, German, Dutch, Slavic and Turkish.
    "maitre juge procureur procureure magistrat huissier notaire juez jueza fiscal magistrado magistrada procurador \
     procuradora juiz juiza promotor promotora desembargador giudice magistrato procuratore procuratrice notaio \
     judecator procuror richter richterin rechtsanwalt rechtsanwaltin staatsanwalt notar rechter advocaat \
     advokat advokatka sedzia prokurator sudija sudca soudce savci avukat kaymakam \
     assemblyman assemblywoman lawmaker legislator parliamentarian mandatary mandatario onorevole \
     assessore sindaco sindaca governatore prefetto prefeito prefeita alcalde alcaldesa concejal consejero \
     intendente vereador vereadora deputato deputata deputee maire prefet burgomaster wethouder \
     bundestagsabgeordneter abgeordneter wojt burmistrz posel \
     marchese marchesa markgraf landgraf visconte viscontessa barone baronessa conte contessa duchessa prinsesse \
     prins koning kong dronning protoiereus protohierarch protosingel diakon diakonos hodscha dede \
     privatdozent inzhener tecnico perito contador ingenjor arkitekt arkhitektor sledovatel \
     colonnello colonello capitano maresciallo ammiraglio brigadegeneral generale",
    // Academia and the professions.
    "rector rektor dean provost lecturer docent dozent dosent architect arch architetto arquitecto arq lic licenciate \
     mag magister magistra doc drs dra avocat me judge nurse surgeon physician scientist researcher",
    // Armies and police.
    "private cadet ensign officer trooper gunner midshipman constable detective agent sardar komandir komandan \
     komandant kommandant kommandeur liwa amid aqid fariq mulazim mushir naqib muqaddam hauptmann \
     feldwebel feldmarschall fieldmarshal sargento sergent cabo mayor kapten kaptan kapetan jenderal laksamana \
     mayjen letjen brigjen polkovnyk",
    // To anybody: Turkish, Indonesian, Vietnamese, Burmese, Albanian, Baltic, Finnish, Arabic, Persian.
    "com m mm sayin bay khun tuan daw effendi efendi bayan bapak ibu zoti zonja ponas ponia kungs kundze herra rouva harra \
     proua sr hr sayyida aqa aghaye aqaye khanom khanum hanim kumari selvi master",
    // Offices and ranks in short and in several words.
    "adjutant retd rtd kfm 1sg pm head staff off ldr 1lt 2lt 1stlt 2ndlt hetman ataman legate charge daffaires",
    // Polish, Czech, Hungarian, Romanian, Italian, French, Turkish, in short.
    "hab bryg broni dywizji brygady bc mudr gen magg adj cne cdt tumg tugg korg bnb yzb maior prezes dyrektor minister starosta \
     elnok igazgato conf lect dott",
    // Indonesian, Filipino, Vietnamese, Thai, Swahili, Amharic.
    "tni seri ir kyai kiai cong gob gs pgs ths ts bs tuong nang nangsao phra khunying \
     lij meto aleqa polri brigpol",
];

/// After a name.
pub(super) const AFTER: &[&str] = &[
    "bey beg bay hanim hanum khanum khanom khanim efendi effendi sahib saheb sahab sahiba begum pasha pasa aga agha \
     ji sama sensei ssi nim rinpoche baronet bart beyefendi hanimefendi bek ogay emeritus ret retd rtd",
];

/// In capitals beside a name that is not all capitals: degrees, honours, offices and bodies that are read
/// as words, or that people are called.
pub(super) const CAPITALS: &[&str] = &[
    // Degrees and chartered professions.
    "meng ba ma bs mba dba mpa mph msw mfa bfa jd do dc np pa pe pg pt ot cpa cfa cma cisa cism \
     ca aca fca acca fcca acma cima cgma pmp pgce bed med bba bcl mcl llb llm jsd sjd scd dme dms mch \
     mcom bcom bca mca mtech btech be me mai bai rgn facc facp fiet mice rics frics mrics riba faia aia ceng eng \
     dr prof ing lic",
    // Orders, honours and offices.
    "ac ao am oam cc cm oc om ch gc vc mc dso dsc dfc dcm mm bem mbe mp mpp mna mla mlc msp td kg kt kp kc qc sc \
     pc jp dl cb ci cmg cie rvo gbm gbs sbs cbs psm dk sj op osb ofm ocd cssr usn raf rn ran rcn he hh hm hrh \
     retd ret rtd sr jnr snr",
    // States in short.
    "uk us usa uae ussr prc dprk rok rsa ksa eu un roc car png bih drc ddr",
    // Bodies, and what people do for them.
    "ceo cfo cto coo cio cmo ciso vp svp evp md chair pep sdn poi vip nato opec who imf iaea unhcr unicef unesco \
     fsb gru svr fso mvd sbu kgb nkvd cia fbi nsa mi5 mi6 dgse bnd isi raw irgc moi mois vevak pmc pla ccp kmt rsf \
     isis isil daesh aqap aqim aqi hamas hezbollah hizballah hizbollah fatah plo pflp taliban haqqani ltte pkk pyd ypg \
     farc eln auc eta ira zanu anc swapo unita renamo frelimo mpla fnl lra adf m23 kla uck paigc polisario \
     gazprom rosneft lukoil sberbank vtb veb rostec pdvsa nioc nitc irisl sinopec wagner cnooc huawei",
    // A German lawyer, man or woman.
    "ra rain rae",
];

/// States in capitals beside a name that is not all capitals, which people are called after, or whose
/// names bodies seldom bear: no row of [`crate::text::nations`].
pub(super) const STATES: &[&str] = &[
    "andorra antigua bahamas barbados belize benin bermuda bhutan botswana brunei bulgaria burkina burundi chad \
     comoros curacao djibouti dominica england faso fiji gabon gambia georgia ghana grenada guyana ireland israel \
     ivoire jordan kiribati kosovo lesotho liechtenstein lucia macau madagascar malawi maldives mali mauritania monaco \
     nauru niger niue palau palestina rhodesia samoa scotland sahara somaliland suriname swaziland timor togo tonga \
     transnistria trinidad tobago tuvalu vanuatu vatican wales zaire",
    // As ISO 3166-1 has them.
    "af ao az ba bh by cd cf cn cu cy eg er hn hr ht iq ir kp kz lb ly ml mm mx mz ni pk ps qa rs ru sd ss sy td tr tz \
     ua ve ye zw",
];

/// Beside a form of address, and part of it: `Deputy Prime Minister`, `Minister of Foreign Affairs`.
pub(super) const BESIDE: &[&str] = &[
    "his her your their my our the former ex late acting interim outgoing incumbent exiled current designate elect \
     retired ret rtd deposed ousted ruling honorary right rt most very crown royal serene imperial grand supreme \
     deputy assistant associate assoc asst adjunct prime first second third senior chief head lead lord lady \
     rear air field wing squadron flight group staff master warrant petty fleet lance gunnery brigade brigadier \
     army navy naval military police force forces guard guards corps intelligence security \
     defence defense foreign interior finance affairs justice health education energy oil trade economy economic \
     information culture agriculture transport labour labor industry environment communications planning home \
     external internal public high court council assembly parliament parliamentary senate congress republic \
     government cabinet board bank union opposition rebel militia party politburo central committee national federal state \
     regional provincial district revolutionary islamic people peoples executive managing country \
     lieutenant lt maj major brig colonel sergeant self proclaimed attorney dipl habil hc univ rer nat phil \
     seri sri tan toh puan haji laureate visiting secretary commander commanding warden chapter ing eminent \
     affaires etrangeres interieur finances economie sante exterieures budget armees garde sceaux etat \
     asuntos exteriores relaciones defensa hacienda justicia economia gobernacion salud negocios estrangeiros relacoes \
     esteri difesa giustizia finanze affari interni \
     vitse vice zamestitel obrony oborony inostrannykh vnutrennikh del yustitsii respubliki general",
    // Parts of offices and ranks.
    "duma rada sejm knesset majlis verkhovna bundestag federation soviet presidential administration \
     permanent representative corresponding corr member in peace dep sqn wg gp flt plt fg 1st 2nd 3rd \
     legislative city municipal territorial upper lower house representatives deputies ministers joint \
     armed special operations counter terrorism",
    // Parts of degrees: Polish, Czech, Romanian.
    "zw nadzw hab inz arch ten bryg dyw broni dywizji brygady conf",
    // Parts of ranks: Indonesian, Vietnamese, Romanian.
    "tni pol purn dai thuong trung thieu maior locotenent",
];
