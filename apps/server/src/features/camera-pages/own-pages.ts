import { createHash } from 'node:crypto';
import { errorCatalogue, type ErrorCode } from '@sightline/contracts/shared/errors';
import { pageHeaders } from './page-response-headers.ts';

/** What stands in for the page of the camera, in Hebrew; English is the catalogue's. */
const hebrew: Partial<Record<ErrorCode, string>> = {
  camera_page_ended: 'הגישה לממשק הניהול של המצלמה הסתיימה או כבר נוצלה. פתחו אותו שוב מהגדרות המצלמה.',
  camera_page_elsewhere:
    'ממשק הניהול של המצלמה מפנה לכתובת אחרת, והפנייה נחסמה. אם זו כתובת של המצלמה עצמה, הזינו את הפרוטוקול והפורט שלה בהגדרות הרשת של המצלמה.',
  camera_page_certificate_changed: 'תעודת המצלמה השתנתה. השוו את טביעת האצבע שלה לזו שבמצלמה, והמשיכו רק אם הן זהות.',
  camera_unreachable: 'אין מענה בכתובת הזו. בדקו מארח, פורט, כבל וחשמל.',
  camera_timeout: 'החיבור למצלמה נוצר, אך לא התקבל ממנה דבר בזמן. נסו שוב או הפעילו אותה מחדש.',
  core_offline: 'הליבה מנותקת. בדקו את החשמל והרשת שלה. החיבור יתחדש אוטומטית.',
  payload_too_large: 'הבקשה גדולה מהמותר. שלחו פחות בבת אחת.',
  forbidden: 'הבקשה נחסמה ולא הועברה למצלמה.',
  privacy_needs_originals:
    'המצלמה מסתירה חלקים מהתמונה, וממשק הניהול שלה מציג אותם. לפתיחתו נדרשת ההרשאה ״צפייה במה שהמצלמות מסתירות״.',
  bad_request: 'הבקשה אינה תקינה. בדקו את הערכים ושלחו שוב.',
};
const english: Partial<Record<ErrorCode, string>> = {
  forbidden: 'This request was blocked and not passed on to the camera.',
  privacy_needs_originals:
    'The camera hides parts of its picture, and its page would show them. Opening it needs the permission "See what cameras hide".',
};

const titles = { en: "The camera's own page", he: 'ממשק הניהול של המצלמה' } as const;
const opening = { en: 'Opening…', he: 'הממשק נפתח…' } as const;

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${String(char.charCodeAt(0))};`);

const style = `html{font:16px/1.5 system-ui,sans-serif;color-scheme:light dark}body{max-inline-size:36rem;margin:15vh auto;padding:0 1.5rem}h1{font-size:1.25rem}p{overflow-wrap:anywhere}`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** Headers of pages of our own: no script, nothing from anywhere. */
const ownHeaders = {
  ...pageHeaders,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'`,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
};

export type PageLanguage = 'en' | 'he';

/** The language that a browser asks for first. */
export const languageOf = (accepted: string | undefined): PageLanguage =>
  /^\s*(he|iw)\b/i.test(accepted ?? '') ? 'he' : 'en';

const documentOf = (lang: PageLanguage, parts: { head?: string; text: string; detail?: string | undefined }): string =>
  `<!doctype html><html lang="${lang}" dir="${lang === 'he' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">${parts.head ?? ''}` +
  `<meta name="viewport" content="width=device-width"><title>${titles[lang]}</title><style>${style}</style></head>` +
  `<body><h1>${titles[lang]}</h1><p>${escaped(parts.text)}</p>${parts.detail === undefined ? '' : `<p dir="ltr">${escaped(parts.detail)}</p>`}</body></html>`;

/** A page of ours as it is sent. */
export interface OwnPage {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Says plainly why the page of the camera is not shown. `detail`: an address, as the camera named it. */
export function failurePage(code: ErrorCode, lang: PageLanguage, detail?: string): OwnPage {
  const inEnglish = english[code] ?? errorCatalogue[code].text;
  const text = lang === 'he' ? (hebrew[code] ?? inEnglish) : inEnglish;
  return {
    status: errorCatalogue[code].status,
    headers: { ...ownHeaders, 'sightline-failure': code },
    body: documentOf(lang, { text, detail }),
  };
}

/** Goes on to the page of the camera as a page of its own origin does, so that the strictest cookie comes along. */
export const openingPage = (lang: PageLanguage, cookie: string): OwnPage => ({
  status: 200,
  headers: { ...ownHeaders, 'set-cookie': cookie },
  body: documentOf(lang, { head: '<meta http-equiv="refresh" content="0;url=/">', text: opening[lang] }),
});
