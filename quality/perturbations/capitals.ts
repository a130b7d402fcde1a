import { type Family, wordsOf } from "./family.ts";

/** Words in capitals written next to a name; compiled by hand. */
const degrees = wordsOf(`MBBS FRCS MBA PHD LLM MSC BSC CPA DDS MRCP FCA CFA DVM JD EDD BA MA MD DSC
  LLB CISSP PMP ACCA BENG MENG DPHIL MPHIL FRCP BDS BCOM MCOM MPA MPH`);
const honours = wordsOf(`OBE CBE MBE KCB KBE GCB DSO VC QC KC GCMG KCMG CMG OM CH AO AM AC OC CVO
  KCVO GBE DBE BEM QPM TD RSM`);
const countries = wordsOf(`IRAN RUSSIA SYRIA DPRK USA UAE UK IRAQ LEBANON YEMEN BELARUS MYANMAR
  VENEZUELA CUBA LIBYA SUDAN CHINA TURKEY KSA EGYPT INDIA PAKISTAN SERBIA QATAR MALI HAITI`);
const bodies = wordsOf(`IRGC GRU FSB SVR KGB PFLP FARC ISIL ISIS PKK MOIS GID AQIM TTP LTTE ETA WPK
  KPA FSO MVD MODAFL NISA MIT ISI SBU FNTV ELN AUC HTS IMU ETIM`);
const madeUp = wordsOf("BDFK XKR VTPL DZQM KVNR FPTC WQS HBDG RZKL MNTV GPLD SRVK TJBX LQF PDHN");

const suffixes = wordsOf(
  `PhD Ph.D. M.D. Esq. Jr. Jr Sr. III II BSc MSc M.A. B.A. LL.M. LL.B. M.B.A. D.Phil.
  MEng BEng J.D. Ed.D. C.P.A. O.B.E. C.B.E. Q.C. P.E. R.N. DVM. MPhil Esquire Ret. (ret.)`,
);

/** Listed persons with a further word in capitals next to their mixed-case name. */
export const capitals: readonly Family[] = [
  beside("a degree in capitals", degrees),
  beside("an honour in capitals", honours),
  beside("a country in capitals", countries),
  beside("a body in capitals", bodies),
  beside("an unknown word in capitals", madeUp),
  {
    name: "persons with a suffix",
    of: "INDIVIDUAL",
    perturb: ({ name, words }, draw) => {
      const suffix = draw.pick(suffixes);
      return words.length < 2 ? null : draw.pick([`${name} ${suffix}`, `${name}, ${suffix}`]);
    },
  },
];

function beside(kind: string, words: readonly [string, ...string[]]): Family {
  return {
    name: `persons with ${kind}`,
    of: "INDIVIDUAL",
    perturb: (party, draw) => {
      if (party.words.length < 2) return null;
      const word = draw.pick(words);
      const { name } = party;
      return draw.pick([
        `${name} ${word}`,
        `${name}, ${word}`,
        `${name} (${word})`,
        `${word} ${name}`,
      ]);
    },
  };
}
