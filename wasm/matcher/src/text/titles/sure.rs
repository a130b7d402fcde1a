//! Forms of address, ranks and degrees that are nobody's name, wherever in a name they stand.
//!
//! In the form that [`crate::text::normalise`] gives, by language: words in another script as they are
//! transliterated. Compiled by hand from common use. What people are called as well stands in
//! [`super::doubtful`].

/// Rows of words, separated by blanks.
pub(super) const SURE: &[&str] = &[
    // English: to anybody, and of the nobility.
    "mr mister mrs missus ms mx messrs miss sir madam madame maam esq esquire dr doctor lord lady count \
     countess viscount viscountess baroness duchess marchioness archduke archduchess prince princess emperor \
     empress baronet emir hrh hrm",
    // English: to the clergy.
    "rev revd reverend pastor archbishop archdeacon archpriest archimandrite monsignor msgr rabbi rebbe \
     catholicos hieromonk hegumen protopresbyter protodeacon metropolit",
    // English: in the service of a state.
    "adm admiral brig brigadier capt captain cdr cmdr comdr cdre commodore col colonel commander cpl corporal \
     cpt gen general generalissimo governor lieutenant lieut lt ltc ltcol ltgen maj majgen major marshal mshl \
     pvt radm vadm sergeant sgt ambassador amb attorney atty congressman congresswoman councillor councilor \
     councilman councilwoman excellency hon honourable honorable judge magistrate minister mep \
     president prof professor prosecutor procurator senator undersecretary vicepresident comrade cde",
    "academician eng engineer engr ing",
    // Degrees, as they are set after a name, and as Central Europe sets them before it.
    "phd dphil edd dsc dlitt dmin psyd mphil msc mres mbbs mbchb bsc beng bcom bphil llb llm lld dds dmd \
     dvm dvsc emba cissp frcs frcp frcpc mrcp mrcs facs dipl dipling drhc drsc judr mudr mvdr phdr phmr rndr \
     thdr thlic paeddr rsdr",
    // Orders and offices, as they are set after a name.
    "obe kbe cbe gbe dbe kcmg gcmg dcmg kcvo dcvo cvo mvo gcvo gcb kcb kcsi frs frsa frse usmc usn",
    // Islam, as Arabic, Persian, Turkish, Urdu, Malay and Russian say it.
    "sheikh sheik shaikh shaykh sheykh shekh cheikh cheik scheich szejk sheikha shaykha sheikhah \
     shaykhah seyh syeikh syekh shejh imam imaam ayatollah ayatullah ayatolla ayetullah ayatolah \
     hojatoleslam hojatolislam hojjatoleslam hojjatolislam hojatollah hojjat hodjatoleslam hujjat hujjatulislam \
     hujjatoleslam hojatolleslam khodzhatoleslam khodzhat mufti moufti muftiy muftu mulla mullah molla mollah \
     moullah mulloh molah maulana maulavi maulawi maulvi moulvi moulavi moulana mowlana mawlavi mawlawi mawlana \
     mevlana molavi movlavi qari haj haji hajj hajji hadj hadji haci hajjah hajia hajiya hajah alhaj alhaji \
     alhadj alhadji alhaja elhadj elhadji elhaj khadzhi hazrat hazret hadhrat janab jenab cenab allamah allama \
     sayed sayid sayyed sayyid syed seyyed seyed seyyid saiyid saiyed sayyidah \
     ustad ustadh ustaz ustadz ustadzah ostad muhandis mohandes muhendis",
    // Arabic, Persian and Turkish ranks.
    "sarhang sarlashkar sartip sepahbod arteshbod albay yarbay binbasi yuzbasi tuggeneral tumgeneral \
     korgeneral orgeneral oramiral koramiral tumamiral tugamiral",
    // South and South-East Asia.
    "shri shree sri shriman smt srimati shrimati thiru thirumathi dato datuk datin tengku tunku tuanku encik cik \
     puan pehin",
    // Russian, Ukrainian, Belarusian, Bulgarian and Serbian.
    "gospodin gospozha gospodja grazhdanin grazhdanka tovarishch tovarisch tovarish hromadyanyn \
     prezident prezydent predsednik predsedatel ministr ministar deputat gubernator polkovnik podpolkovnik pukovnik \
     heneral kapitan leytenant leitenant serzhant kontradmiral vitseadmiral \
     doktor dotsent profesor akademik sudya prokuror arkhiepiskop arkhimandrit \
     protoierey ieromonakh mitropolit episkop vladyka",
    // Polish, Czech, Hungarian.
    "inz inzynier pulkownik plukovnik podpulkownik porucznik biskup arcybiskup ksiadz",
    // German, Dutch, Scandinavian.
    "herr frau fraulein fraeulein freiherr freifrau grafin dhr mevr mevrouw meneer jonkheer jhr fru froken \
     generaloberst generalleutnant generalmajor oberst oberstleutnant oberleutnant leutnant ingenieur generaal \
     kolonel kapitein luitenant professorin botschafter genosse genossin",
    // French.
    "monsieur mme mlle mademoiselle monseigneur docteur docteure professeur ministre senateur depute \
     capitaine colonelle lieutenante commandant amiral marechal ambassadeur camarade vicomte comtesse",
    // Spanish, Portuguese, Italian, Romanian.
    "senor senora senorita senhor senhora sra srta signor signora signore signorina sig don dona doutor \
     doutora doctora dott dottore dottoressa dottssa avv avvocato abogado abogada licenciado licenciada lcdo lcda \
     licda licdo ingeniero ingeniera ingegnere profesora professora professore ministro ministra \
     senador senadora diputado deputado gobernador governador presidente presidenta coronel teniente tenente \
     capitan capitao almirante mariscal comandante commandante companero companera compagno camarada \
     monsenor obispo arzobispo bispo arcebispo vescovo arcivescovo domnul doamna exmo exma ilmo \
     excelentisimo excelencia",
    // Greek, Hebrew, Armenian, Georgian, Amharic, Swahili.
    "kyrios kyria harav paron batoni kalbatoni ato weizero woizero mheshimiwa",
    // Ranks in short, as NATO (STANAG 2116) and its members write them.
    "sqnldr wgcdr gpcapt fltlt ltcdr briggen colgen avm acm adml ssgt tsgt msgt smsgt cmsgt sfc ltjg \
     csm gysgt lcpl sgtmaj oberstlt oltn hptm genlt genmaj gral cnel tte cmdte \
     sgto brigadegeneral",
    // Hungarian.
    "tabornok altabornagy vezerezredes vezerornagy dandartabornok ezredes alezredes ornagy szazados \
     fohadnagy miniszter miniszterelnok allamtitkar kepviselo professzor excellencia \
     oexcellenciaja foispan",
    // Polish, Czech, Slovak: ranks and degrees in short.
    "plk pplk kpt kmdr ppor npor genmjr genpor sierz mjr dypl poslanka \
     poslanec poslankyne primator hejtman ministerka",
    // Romanian.
    "dl dna dnul domnului locotenent presedinte presedintele ministrul deputatul deputata colonelul \
     generalul",
    // Greek in Latin letters.
    "stratigos antistratigos ypostratigos taxiarchos syntagmatarchis antisyntagmatarchis tagmatarchis \
     lochagos navarchos ypourgos yfypourgos prothypourgos proedros vouleftis kathigitis dimarchos \
     presvis",
    // Indonesian, Malay, Filipino.
    "bpk jend letkol kombes akbp kompol laksdya laksda laksma marsda marsma ustazah hj ginoo ginoong \
     ginang gng kgg pangulo konsehal yab yb",
    // Hindi, Tamil, Swahili, Amharic.
    "sushri thirumigu dkt mhe weizerit weyzerit weyzero dejazmach dejazmatch fitawrari kegnazmach \
     grazmach shaleqa",
    // German, in other cases.
    "herrn frl",
];
