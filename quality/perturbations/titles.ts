import { type Family, wordsOf } from "./family.ts";

/** Forms of address and titles by class; compiled by hand. */
const titleClasses = {
  everyday: wordsOf(`Mr Mrs Ms Miss Mr. Mrs. Herr Frau Monsieur Madame Mme M. Señor Señora Sr. Sra.
    Signor Signora Pani Gospodin Gospozha Aghaye Khanom Ustad Ostad Sri Shri Smt
    Daw Khun Tuan Encik Bapak Ibu Senhor Dona Meneer Mevrouw Kyrios Domnul Gospodin. Mister Madam`),
  religious: wordsOf(
    `Sheikh Shaykh Sheik Cheikh Imam Mullah Mulla Molla Maulana Mawlana Maulvi Mawlawi
    Maulavi Moulvi Ayatollah Hojjatoleslam Hojatoleslam Haji Hadji Hajji Hajj Alhaji Al-Haj Qari 
    Mufti Allamah Akhund Father Fr. Rev. Reverend Bishop Archbishop Archimandrite
    Metropolitan Patriarch Rabbi Pastor Deacon Cardinal Brother Sister Swami Venerable Lama Hegumen
    Abbot Monsignor Père Padre Protoiereus`,
  ),
  "noble and court": wordsOf(`Prince Princess Sayyid Seyyed Syed Sayed Sir Lord Lady
    Dame Count Countess Baron Baroness Duke Viscount HRH HH His_Excellency H.E. HE Don Doña Raja
    Nawab Datuk Dato Dato' Datin Tan_Sri Tengku Pangeran Effendi Efendi Freiherr
    Prinz Príncipe Marchese Knyaz His_Royal_Highness His_Highness King Queen `),
  "state and party": wordsOf(`President Prime_Minister Minister Deputy_Minister Senator Congressman
    Governor Mayor Ambassador Secretary Comrade Chairman Deputy Speaker Chancellor Vice_President
    Commissioner Consul Councillor Hon. Honourable The_Honourable Rt_Hon Tovarishch Secretary-General
    Foreign_Minister Vice-Premier Premier Chairwoman Gobernador Ministro Presidente Diputado Ministre
    Député Präsident Governatore Director CEO Spokesman Chief_Minister Representative Assemblyman`),
  judicial: wordsOf(`Judge Justice Chief_Justice Prosecutor Attorney Magistrate Attorney_General
    Advocate Adv. Barrister Qadi Kadi Notary Sheriff Procurator Prosecutor_General Juez Jueza Fiscal
     Procureur Juge Giudice Sudya Prokuror Public_Prosecutor Counsel Solicitor Esquire
    District_Judge Abogado Avvocato Maître Rechtsanwalt`),
  academic: wordsOf(
    `Dr Dr. Prof Prof. Professor Assoc._Prof. Associate_Professor Dr._med. Dipl.-Ing.
    Ing. Ir. Eng. Engr. Engineer Arch. Mag. Dott. Doc. Akademik Academician Dozent Lic. Licenciado
    Ingeniero Muhandis Mohandes Doktor Doctor Lecturer Dean Rector Prof._Dr. Profesor Doutor Docteur
    Inzhener Dra. Dott.ssa Dr.-Ing. Privatdozent Asst._Prof. `,
  ),
  military: wordsOf(`General Gen. Gen Lt._Gen. Lieutenant_General Maj._Gen. Major_General Brig._Gen.
    Brigadier Brigadier-General Colonel Col. Lt._Col. Lieutenant_Colonel Major Maj. Captain Capt.
    Lieutenant Lt. Sergeant Sgt. Admiral Adm. Rear_Admiral Vice_Admiral Commodore Marshal
    Field_Marshal Air_Marshal Commander Cmdr. Corporal Col.-Gen. Colonel_General Sardar Sarhang Liwa
     Aqid Polkovnik Generał Generalleutnant Comandante Coronel Teniente Général Mayor_General
    Oberst Capitán Colonello Warrant_Officer Brigade_General Sarlashkar Sartip Staff_Sergeant Pvt.`),
} as const;

/** Titles in scripts other than Latin; compiled by hand. */
const native: readonly (readonly [RegExp, readonly [string, ...string[]]])[] = [
  [
    /^[\p{Script=Cyrillic}\s.'’-]+$/u,
    wordsOf(`господин г-н госпожа генерал полковник доктор профессор министр архимандрит товарищ
      депутат президент адмирал генерал-майор генерал-лейтенант подполковник капитан судья прокурор
      академик митрополит сенатор губернатор князь д-р председатель пан майор`),
  ],
  [
    /^[\p{Script=Arabic}\s]+$/u,
    wordsOf(
      `الشيخ الدكتور السيد اللواء العقيد الحاج المهندس الأستاذ آية_الله الملا القاضي الأمير الرئيس
      الوزير العميد الفريق النقيب الإمام المفتي الشريف السفير د. سردار دکتر حاج مولوی ملا`,
    ),
  ],
  [
    /^[\p{Script=Han}\s·]+$/u,
    wordsOf("先生 女士 将军 博士 教授 主席 部长 上将 院士 省长 总经理 同志"),
  ],
];

/** Offices in several words, with abbreviated ranks and academic titles; compiled by hand. */
const longTitles = wordsOf(
  `State_Duma_Deputy Duma_deputy Member_of_the_State_Duma Deputy_of_the_State_Duma
  MP_of_the_State_Duma Member_of_Parliament Member_of_the_Federation_Council Sqn_Ldr Wg_Cdr Gp_Capt
  Flt_Lt Plt_Off Fg_Off Air_Cdre AVM Air_Chief_Marshal Maj_Gen Lt_Col Lt_Cdr Cdr RAdm VAdm R._Adm.
  Brig_Gen Col_Gen SSgt TSgt MSgt 1st_Lt 2nd_Lt 1Lt 2Lt Sgt_Maj Lt_Gen Gen-Col prof._zw._dr_hab.
  prof._dr_hab._inż. dr_hab. Corr._Member Corresponding_Member RA RAin Herrn Herr_Dr. Hr. Frau_Dr.
  Herrn_Prof._Dr. úr dr._jur. Prof._univ._dr. Dl. D-na Dna. Conf._univ._dr. κ. κα k. Bapak Bpk. Ibu
  Pak Bu Drs. Ir. H. Hj. KH Ustadz G. Gng. Atty. Engr. Hon. Kgg. Sen. Cong. Ông Bà Anh GS. PGS. TS.
  ThS. Đại_tướng Thượng_tướng Nai Nang Phra Khunying Dato'_Seri Tan_Sri YB YAB Encik Cik Tuan Haji
  Shri Smt. Kumari Pandit Thiru Thirumathi Selvi Ndugu Bwana Bi. Mheshimiwa Dkt. Ato Woizero W/ro
  Weyzerit Dejazmach Ras Lij Fitawrari płk gen._bryg. ppłk mjr kpt. por. gen._dyw. Tábornok Dandártábornok
  vezérőrnagy ezredes alezredes őrnagy Őexcellenciája General-locotenent General-maior Colonel_(r)
  Antistrátigos Stratigós Ypourgós Prothypourgós Kyría Kýrios Jend._TNI Letjen_TNI Brigjen_Pol Kombes_Pol
  Acting_President Interim_Prime_Minister First_Deputy_Prime_Minister Vice_Prime_Minister Dep._PM PM
  Deputy_Head_of_the_Presidential_Administration Head_of_State Chief_of_Staff Chief_of_the_General_Staff
  Commander-in-Chief Undersecretary_of_State Permanent_Representative Charge_d'Affaires Hetman Ataman
  Governor_General Lord_Justice Justice_of_the_Peace Chief_Rabbi Grand_Mufti Grand_Ayatollah Sri_Sri
  Mgr_inż. mgr lic. Ing._arch. Mgr. Bc. MUDr. JUDr. PhDr. doc._Ing. plk. pplk. mjr. npor. genmjr. brig._gen.`,
);

/** The family name alone with a form of address of every class, and whole names with titles. */
export const titles: readonly Family[] = [
  {
    name: "family name alone",
    of: "INDIVIDUAL",
    byFamilyName: true,
    perturb: ({ family }) => family,
  },
  ...Object.entries(titleClasses).map(([kind, words]): Family => ({
    name: `${kind} title and family name`,
    of: "INDIVIDUAL",
    byFamilyName: true,
    perturb: ({ family }, draw) => `${draw.pick(words)} ${family}`,
  })),
  {
    name: "title and whole name",
    of: "INDIVIDUAL",
    perturb: ({ name, words }, draw) => {
      if (words.length < 2) return null;
      const kind = draw.pick(
        Object.values(titleClasses) as unknown as [readonly [string, ...string[]]],
      );
      return `${draw.pick(kind)} ${name}`;
    },
  },
  {
    name: "long or foreign title and family name",
    of: "INDIVIDUAL",
    byFamilyName: true,
    perturb: ({ family }, draw) => `${draw.pick(longTitles)} ${family}`,
  },
  {
    name: "long or foreign title and whole name",
    of: "INDIVIDUAL",
    perturb: ({ name, words }, draw) =>
      words.length < 2 ? null : `${draw.pick(longTitles)} ${name}`,
  },
  {
    name: "title and whole name in capitals",
    of: "INDIVIDUAL",
    perturb: ({ name, words }, draw) =>
      words.length < 2 ? null : `${draw.pick(longTitles)} ${name}`.toUpperCase(),
  },
  {
    name: "title and family name in their script",
    of: "INDIVIDUAL",
    byFamilyName: true,
    anyScript: true,
    perturb: ({ family }, draw) => {
      const table = nativeTitles(family ?? "");
      return table === null ? null : `${draw.pick(table)} ${family}`;
    },
  },
  {
    name: "title and whole name in their script",
    of: "INDIVIDUAL",
    anyScript: true,
    perturb: ({ name, words }, draw) => {
      const table = nativeTitles(name);
      if (table === null) return null;
      const title = draw.pick(table);
      if (/\p{Script=Han}/u.test(name)) return `${name}${title}`;
      return words.length < 2 ? null : `${title} ${name}`;
    },
  },
];

/** Titles of the script that a name is written in; null for another. */
function nativeTitles(name: string): readonly [string, ...string[]] | null {
  return native.find(([script]) => script.test(name))?.[1] ?? null;
}
