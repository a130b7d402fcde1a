import { type Family, type ListedParty, mapOf, wordsOf } from "./family.ts";
import { changed } from "./spellings.ts";

/** Arabic names as Somali, Indonesian and Turkish write them; by hand. */
const somali = mapOf(`muhammad=maxamed mohammed=maxamed mohamed=maxamed mohammad=maxamed ahmed=axmed
  ahmad=axmed hassan=xasan hasan=xasan hussein=xuseen husayn=xuseen ali=cali omar=cumar umar=cumar
  abdi=cabdi abdullah=cabdullaahi abdullahi=cabdullaahi abdirahman=cabdiraxmaan
  abdulrahman=cabdiraxmaan yusuf=yuusuf ibrahim=ibraahim osman=cismaan uthman=cismaan
  mahmoud=maxamuud mahmud=maxamuud salah=saalax khalid=khaalid ismail=ismaaciil isse=ciise
  adan=aadan said=siciid saeed=siciid jama=jaamac farah=faarax mustafa=mustafe musa=muuse
  abdulkadir=cabdulqaadir abdulqadir=cabdulqaadir aden=aadan abukar=abuukar ilyas=ilyaas
  hamza=xamse bashir=bashiir nur=nuur yasin=yaasiin sheikh=sheekh`);
const indonesian = mapOf(
  `muhammad=muhamad mohammed=mochamad mohammad=mochammad mohamed=mohamad ahmad=achmad
  ahmed=achmad yusuf=jusuf abdullah=abdulloh abd=abdul abdulrahman=abdurrahman jamal=djamal
  jafar=djafar umar=oemar omar=oemar uthman=usman osman=oesman zulkarnain=zoelkarnain sharif=sjarif
  sharifuddin=sjarifuddin khalid=cholid shaikh=sjech salih=soleh saleh=soleh hussein=husin
  husayn=husin hasan=hassan yahya=jahja yunus=joenoes nur=noer mahmud=machmud mahmoud=machmud
  rahman=rochman ridwan=ridwan fathur=fatchur ramadan=romadhon rashid=rasjid abu=aboe bakr=bakar
  bashir=basjir suleiman=soelaiman sulaiman=soelaiman`,
);
const turkish = mapOf(`muhammad=mehmet mohammed=mehmet mohammad=mehmet mohamed=mehmet ahmad=ahmet
  ahmed=ahmet hussein=hüseyin husayn=hüseyin hossein=hüseyin yusuf=yusuf uthman=osman umar=ömer
  omar=ömer jamal=cemal khalid=halit khaled=halit mahmoud=mahmut mahmud=mahmut ibrahim=ibrahim
  ismail=i̇smail abdulrahman=abdurrahman jalal=celal jamil=cemil jafar=cafer haydar=haydar
  walid=velit rashid=reşit majid=mecit abdulmajid=abdülmecit abdulqadir=abdülkadir sharif=şerif
  sulayman=süleyman suleiman=süleyman hasan=hasan hassan=hasan salah=salah mustafa=mustafa
  najm=necm najib=necip khalil=halil idris=i̇dris yaqub=yakup ayub=eyüp ayyub=eyüp dawud=davut
  daoud=davut shukri=şükrü hamid=hamit saeed=sait said=sait fuad=fuat murad=murat zayd=zeyt`);

/** Arabic compound names and the short form in daily use. */
const compound =
  /^(shams|saif|sayf|nur|noor|badr|fakhr|jalal|jamal|siraj|najm|izz|zain|zayn|qutb|taj|nasr|salah|imad|muhy|kamal|rukn|shihab|burhan|ziya|zia|ala|baha|hafiz|amin|inayat|hidayat|rahmat|karam|habib|asad|nasir|khair|naj[im]+|sharaf|hussam|husam|muhi|jalal|sad|saad|nizam|safi|wali|abd[aeu]l?)[-\s]?(?:(?:u|a|e|i)?(?:l|d|n|r|s|sh)?[-\s]?)?(din|deen|uddin|eddin|eddine|addin|adin|ullah|allah|ollah|islam|haq|haqq|rahman|rahim|aziz|karim|qadir|kadir|malik|hamid|ghani|jabbar|salam|wahab|wahid|razaq|razzaq|majid|latif|ghafar|ghafur|hakim|hadi|baqi|samad|sattar|nasir)$/i;

const shortMuhammad = wordsOf("Muh Muh. Mhd Mhd. Md Md. Mohd Mohd. Mhmd Moh. Mohamd Muhd Mohammd.");
const shortAbd = wordsOf("Abd. Abdl Abdl. Abdu");

/** Listed Arabic names as other languages write them, and short forms of compound ones. */
export const arabic: readonly Family[] = [
  spelled("Somali", somali),
  spelled("Indonesian", indonesian),
  spelled("Turkish", turkish),
  {
    name: "Muhammad and Abdul in short",
    of: "INDIVIDUAL",
    perturb: ({ words }, draw) => {
      const short = words.map((word) =>
        /^m[uo]ham+[ae]d$/i.test(word)
          ? draw.pick(shortMuhammad)
          : /^abd[ue]l$/i.test(word)
          ? draw.pick(shortAbd)
          : word
      );
      return words.length < 2 ? null : changed(words.join(" "), short.join(" "));
    },
  },
  {
    name: "Arabic article El written together",
    of: "INDIVIDUAL",
    perturb: ({ words }) =>
      words.length < 2 ? null : withArticle(words.join(" "), (name) => `El${name}`),
  },
  {
    name: "Arabic article Al written together",
    of: "INDIVIDUAL",
    perturb: ({ words }) =>
      words.length < 2 ? null : withArticle(words.join(" "), (name) => `Al${name}`),
  },
  {
    name: "Arabic article as Turkish assimilates it",
    of: "INDIVIDUAL",
    perturb: ({ words }) => {
      if (words.length < 2) return null;
      const assimilated = words.join(" ").replace(
        /(?<=^|\s)(?:al|el|ar|as|ash|az|at|an|ad|ath)[-\s](sh|th|dh|[dnrstz])(\p{L}{2,})/giu,
        (_, first: string, rest: string) => {
          const turkish = { sh: "ş", th: "s", dh: "z" }[first.toLowerCase()] ?? first.toLowerCase();
          return `e${turkish}-${turkish.toUpperCase()}${rest}`;
        },
      );
      return changed(words.join(" "), assimilated);
    },
  },
  {
    name: "short forms of Arabic compounds",
    of: "INDIVIDUAL",
    perturb: ({ words }) => {
      const short = words.map((word) => {
        const [, first = "", second = ""] = compound.exec(word) ?? [];
        if (first === "") return word;
        return /^abd/i.test(first) ? second[0]!.toUpperCase() + second.slice(1) : first;
      });
      return words.length < 2 ? null : changed(words.join(" "), short.join(" "));
    },
  },
];

/** A name with each article joined to the following word; null if it has none. */
function withArticle(name: string, together: (name: string) => string): string | null {
  const article = /(?<=^|\s)(?:al|el)[-\s](\p{L})(\p{L}{2,})/giu;
  const other = name.replace(
    article,
    (_, first: string, rest: string) => together(first.toLowerCase() + rest),
  );
  return changed(name, other);
}

function spelled(language: string, table: ReadonlyMap<string, string>): Family {
  return {
    name: `Arabic names in ${language}`,
    of: "INDIVIDUAL",
    perturb: ({ words }: ListedParty) => {
      if (words.length < 2 || words.length > 4) return null;
      const other = words.map((word) => {
        const written = table.get(word.toLowerCase());
        return written === undefined ? word : written[0]!.toLocaleUpperCase() + written.slice(1);
      });
      const known = other.filter((word, at) => word !== words[at]).length;
      return known * 2 >= words.length ? other.join(" ") : null;
    },
  };
}
