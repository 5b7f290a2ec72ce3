import { labelKeys, type WordingRule } from './wording-rule.ts';

/** The whole word, with any prefix of one letter. */
const word = (words: string): RegExp =>
  new RegExp(`(?<![\\u0590-\\u05ff])[ובכלמשה]{0,2}(${words})(?![\\u0590-\\u05ff])`);

/** How Hebrew is written: its marks, its register, whom it speaks to. */
const styleRules: WordingRule[] = [
  {
    pattern: /(?<![\u0590-\u05ff])(נא|אנא|[וכב]?אשר)(?![\u0590-\u05ff])/,
    say: 'Say it as it is said in the room.',
    refuses: 'אנא בחרו',
    accepts: 'מי שמאשר',
  },
  { pattern: /הנ[״"]ל/, say: 'Name it again, or leave it out.', refuses: 'המצלמה הנ״ל', accepts: 'המצלמה הזו' },
  {
    pattern: /לא נית(ן|נה|נו)/,
    say: 'Write "אי אפשר" for what cannot be, "… נכשל" for what did not work.',
    refuses: 'לא ניתן לטעון',
    accepts: 'אי אפשר לטעון',
  },
  { pattern: word('הזאת'), say: 'Write "הזו", or leave it out.', refuses: 'הליבה הזאת', accepts: 'הליבה הזו' },
  {
    pattern: /(פעולה|מצלמה|ליבה|תקופה|הרשאה|התחברות|כתובת|מערכת|רשימה) זו(?![\u0590-\u05ff])/,
    say: 'Write "הזו" with the article on both, or leave it out.',
    refuses: 'בתקופה זו',
    accepts: 'בתקופה הזו. זו תעודת המצלמה',
  },
  {
    pattern: /[\u05d0-\u05ea]-(?=[\p{Nd}A-Za-z\u05d0-\u05ea{\u2068])/u,
    say: 'Write the maqaf, U+05BE.',
    refuses: 'ב-PNG',
    accepts: 'ב־PNG',
  },
  {
    pattern: /[„”“"]/,
    say: 'Quotation marks are ״ on both sides.',
    refuses: 'לחצו על „דיבור”',
    accepts: 'לחצו על ״דיבור״',
  },
  { pattern: /[\u05d0-\u05ea]['\u2019]/, say: 'Write the geresh, U+05F3.', refuses: "דק'", accepts: 'דק׳' },
  { pattern: /;/, say: 'Write two sentences.', refuses: 'נשמר; נסו שוב', accepts: 'נשמר. נסו שוב' },
  {
    pattern: / [-–—] /,
    say: 'Write two sentences, a colon or a comma.',
    refuses: 'מנותקת - בדקו',
    accepts: 'מנותקת: בדקו',
  },
  { pattern: /!/, say: 'Nothing is shouted.', refuses: 'נשמר!', accepts: 'נשמר' },
  { pattern: /[←→]/, say: 'No arrows in text.', refuses: 'ליבה ← תוכנה', accepts: 'בליבה, תחת ״תוכנה״' },
  {
    pattern:
      /[\u05d0-\u05ea]־\u2068?\{\{(name|names|organization|person|people|site|camera|core|group|provider|role|thing)\}\}/,
    say: 'Put a class noun before a name: "לארגון {{name}}".',
    refuses: 'ל־{{name}}',
    accepts: 'לארגון {{name}}, עד ל־{{count}} ימים',
  },
  {
    pattern: /\u2068\{\{/,
    say: 'Values are isolated where they are filled in; take the marks out.',
    refuses: 'המצלמה \u2068{{name}}\u2069',
    accepts: 'המצלמה {{name}}',
  },
  {
    pattern: /[\u05d0-\u05ea][/.][\u05d0-\u05ea]/,
    say: 'Write so that it has no gender: the plural imperative, or another subject.',
    refuses: 'הזן/י שם',
    accepts: 'הזינו שם. שמרו',
  },
  {
    pattern: word('אתם|אינכם|נותקתם|הגעתם|יצאתם|הקלדתם|בחרתם|אליכם|מכם'),
    say: 'Make the thing the subject: "החשבון נותק".',
    refuses: 'אינכם מחוברים',
    accepts: 'החשבון שלכם נותק. השתמשו באותם קודים',
  },
  {
    pattern: word('ננסה|ממתינים|פותחים'),
    say: 'The product is not "we": "מתבצע ניסיון חוזר", "בהמתנה".',
    refuses: 'ננסה שוב',
    accepts: 'מתבצע ניסיון חוזר',
  },
  {
    pattern: /(?<![\u0590-\u05ff])[בלמ]?עצמ[והםן](?= |$|\.)(?<=(מעצמ|בעצמ).)/,
    say: 'Say "אוטומטית" or "מתבצע ניסיון חוזר".',
    refuses: 'העמוד מנסה שוב מעצמו',
    accepts: 'הליבה עצמה תנסה שוב אוטומטית',
  },
  {
    pattern: /סירב|לא אמר/,
    say: 'Machines have no will: "… נכשלה", "לא התקבל …".',
    refuses: 'הדיסק סירב',
    accepts: 'הכתיבה לדיסק נכשלה',
  },
  { pattern: /דבר אינו|שום דבר לא /, say: 'Say it plainly.', refuses: 'דבר אינו נבדק', accepts: 'הניתוח כבוי' },
  {
    pattern: /יש להזין|הקלידו (שם|כתובת|סיסמה|מספר|את (הקוד|הסיסמה|הכתובת))(?![\u0590-\u05ff])(?! ש)/,
    say: 'Say "חסר …" of an empty field, else "הזינו".',
    refuses: 'יש להזין שם',
    accepts: 'הזינו שם',
  },
  {
    pattern: /[בלמ]זמן הזה/,
    say: '"בזמן הזה" means now: say "במועד הזה" or "בטווח הזמן הזה".',
    refuses: 'לא הוקלט בזמן הזה',
    accepts: 'לא הוקלט במועד הזה',
  },
  {
    pattern: /\d יום(?![\u0590-\u05ff])|\{\{\w+\}\} יום(?![\u0590-\u05ff])/,
    say: 'After a number write "ימים".',
    refuses: 'בתוך 90 יום',
    accepts: 'בתוך 90 ימים',
  },
  { pattern: /[\d}] %/, say: 'No space before %.', refuses: '{{x}} % משמאל', accepts: '{{x}}% משמאל' },
  {
    pattern: /^[^.]+\.$/,
    keys: labelKeys,
    say: 'No full stop in buttons and headings.',
    refuses: 'הוספת מצלמה.',
    accepts: 'הוספת מצלמה',
  },
];

const term = (pattern: RegExp, use: string, [refuses, accepts]: readonly [string, string]): WordingRule => ({
  pattern,
  say: `Say "${use}".`,
  refuses,
  accepts,
});

/** Words that one thing had beside its own. */
const termRules: WordingRule[] = [
  term(/שידור(ים)? חי|תמונה חיה|וידאו חי|השידור החי/, 'צפייה חיה", of a chip "חי', [
    'מעבר לשידור חי',
    'מעבר לצפייה חיה',
  ]),
  term(/צילומים|(?<![\u0590-\u05ff])[בהל]?צילום(?![\u0590-\u05ff])/, 'הקלטות', [
    'הצילומים נשמרים',
    'ההקלטות נשמרות, התמונה צולמה',
  ]),
  term(/ייצואים/, 'קבצים מיוצאים', ['שני ייצואים', 'שני קבצים מיוצאים']),
  term(/ארכיונים/, 'ארכיון', ['ארכיונים', 'ארכיון']),
  term(/(זמן|תקופת|ימי) השמירה/, 'משך השמירה', ['תום זמן השמירה', 'תום משך השמירה']),
  term(/תמונות בשנייה/, 'קצב פריימים", "fps', ['10 תמונות בשנייה', '10 fps']),
  term(/קצב (ה)?נתונים/, 'קצב סיביות', ['קצב הנתונים', 'קצב הסיביות']),
  term(/מקו(ם|מות) שמור|תנוחה/, 'פריסט', ['אין מקום שמור', 'אין פריסט, כתובת שמורה']),
  term(/מקושרת|לא מקושר/, 'טרם חוברה', ['לא מקושרת', 'טרם חוברה']),
  term(/(אינה|אינן|לא) מחובר(ת|ות)/, 'מנותקת', ['הליבה אינה מחוברת', 'הליבה מנותקת']),
  term(/נתקעה/, 'התמונה קפאה', ['נתקעה', 'התמונה קפאה']),
  term(/אזור(ים)? (ה)?מוסתר/, 'אזור פרטיות', ['אזור מוסתר', 'אזור פרטיות']),
  term(/ריבועים גסים/, 'פיקסול', ['ריבועים גסים', 'פיקסול']),
  term(/זיהוי (ה)?(תנועה|עצמים)/, 'גילוי', ['זיהוי תנועה', 'גילוי תנועה']),
  term(/(?<!רמת )(?<![\u0590-\u05ff])[בלו]?ה?חומרה(?! \()(?<!כתובת חומרה)/, 'רמת חומרה", of a device "כתובת MAC', [
    'חומרה',
    'רמת החומרה',
  ]),
  term(/ביטחון (גבוה|נמוך)|רמת (ה)?ביטחון/, 'ודאות', ['ביטחון גבוה', 'ודאות גבוהה']),
  term(/חבילת (ה)?מודל(?!ים)/, 'חבילת מודלים', ['חבילת המודל', 'חבילת המודלים']),
  term(/אימות דו-שלבי|שלב אימות שני/, 'אימות דו־שלבי', ['שלב אימות שני', 'אימות דו־שלבי']),
  term(/ספק (ה)?כניסה|חומת אש לכניסה/, 'ספק התחברות", "חומת אש להתחברות', ['ספק כניסה', 'ספק התחברות']),
  term(/(?<![\u0590-\u05ff])[בהלשו]{0,2}ד(?:ף|פי|פים)(?![\u0590-\u05ff])/, 'עמוד", of the camera "ממשק הניהול', [
    'דף המצלמה',
    'עמוד המצלמה בדפדפן',
  ]),
  term(/(?<!צוות )מנהל(י)? המערכת|(פנו|בקשו) ממנהל(?! הארגון)/, 'מנהל הארגון', [
    'בקשו ממנהל המערכת',
    'בקשו ממנהל הארגון',
  ]),
  term(/לוותר על|ויתור על/, 'ביטול השינויים', ['לוותר על השינויים?', 'לצאת בלי לשמור?']),
  term(/להציג עוד/, 'הצגת עוד', ['להציג עוד', 'הצגת עוד']),
  term(/כרטיסיי?ה|כרטיסיות/, 'לשונית', ['בכרטיסייה', 'בלשונית']),
  term(/צוות ההתקנה|ההתקנה הזו/, 'צוות התפעול", "המערכת', ['צוות ההתקנה', 'צוות התפעול']),
  term(/טעינת [^.]* נכשלה/, '… לא נטענו', ['טעינת הליבות נכשלה', 'הליבות לא נטענו']),
];

/** All that is refused in the Hebrew catalogue. */
export const hebrewRules: WordingRule[] = [...styleRules, ...termRules];
