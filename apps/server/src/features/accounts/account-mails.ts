import { valueIn } from '@sightline/domain/texts/isolate';
import { mailLayout } from '../../platform/mail/mail-layout.ts';
import type { Mail } from '../../platform/mail/mails.ts';

type Lang = 'en' | 'he';

interface MailTexts {
  subject: string;
  /** What follows the greeting. */
  says: string;
  action?: string;
  footnote?: string;
}

const ignore = {
  en: 'If this was not you, do nothing: without the link nothing happens.',
  he: 'אם לא ביקשת זאת, אין צורך לעשות דבר: ללא הקישור לא יקרה כלום.',
} as const;

const secure = {
  en: 'If this was not you, change your password now and end your other sessions.',
  he: 'אם לא ביקשת זאת, יש לשנות את הסיסמה כעת ולסיים את החיבורים האחרים שלך.',
} as const;

/** Ways of signing in that need no password. */
const alsoBy = { en: 'You can also sign in with {name}: {url}', he: 'אפשר גם להתחבר באמצעות {name}: {url}' } as const;

const greeting = { en: 'Hello {name},', he: 'שלום {name},' } as const;

/** What each mail says. `{...}` stand for values. */
const texts = {
  verify: {
    en: {
      subject: 'Confirm your e-mail address',
      says: 'please confirm that this address is yours. The link works once, for 24 hours.',
      action: 'Confirm address',
      footnote: ignore.en,
    },
    he: {
      subject: 'אימות כתובת הדוא״ל שלך',
      says: 'נא לאשר שכתובת זו שייכת לך. הקישור פועל פעם אחת, במשך 24 שעות.',
      action: 'אימות הכתובת',
      footnote: ignore.he,
    },
  },
  signUpKnown: {
    en: {
      subject: 'You have an account already',
      says: 'somebody tried to make an account with this address. You have one already: sign in, or set a new password if you forgot it.',
      action: 'Sign in',
      footnote: 'If this was not you, do nothing: your account is unchanged.',
    },
    he: {
      subject: 'כבר יש לך חשבון',
      says: 'נעשה ניסיון לפתוח חשבון עם כתובת זו. כבר יש לך חשבון: אפשר להתחבר, או לקבוע סיסמה חדשה אם שכחת אותה.',
      action: 'התחברות',
      footnote: 'אם לא ביקשת זאת, אין צורך לעשות דבר: החשבון שלך לא השתנה.',
    },
  },
  reset: {
    en: {
      subject: 'Set a new password',
      says: 'with this link you set a new password. It works once, for one hour. All your sessions end then.',
      action: 'Set new password',
      footnote: ignore.en,
    },
    he: {
      subject: 'קביעת סיסמה חדשה',
      says: 'בקישור זה אפשר לקבוע סיסמה חדשה. הוא פועל פעם אחת, במשך שעה. לאחר מכן כל החיבורים שלך יסתיימו.',
      action: 'קביעת סיסמה חדשה',
      footnote: ignore.he,
    },
  },
  changeEmail: {
    en: {
      subject: 'Confirm your new e-mail address',
      says: 'please confirm that {email} is to be the address of your account. The link works once, for 24 hours.',
      action: 'Confirm new address',
      footnote: ignore.en,
    },
    he: {
      subject: 'אימות כתובת הדוא״ל החדשה שלך',
      says: 'נא לאשר שהכתובת {email} תהיה הכתובת של החשבון שלך. הקישור פועל פעם אחת, במשך 24 שעות.',
      action: 'אימות הכתובת החדשה',
      footnote: ignore.he,
    },
  },
  emailTaken: {
    en: {
      subject: 'Somebody asked for your e-mail address',
      says: 'somebody asked to use this address for another account. It stays yours; nothing was changed.',
    },
    he: {
      subject: 'התבקש שימוש בכתובת הדוא״ל שלך',
      says: 'התקבלה בקשה להשתמש בכתובת זו עבור חשבון אחר. הכתובת נשארת שלך; דבר לא השתנה.',
    },
  },
  changeEmailTold: {
    en: {
      subject: 'The e-mail address of your account is being changed',
      says: 'in your account somebody asked to change the address to {email}.',
      footnote: secure.en,
    },
    he: {
      subject: 'כתובת הדוא״ל של החשבון שלך עומדת להשתנות',
      says: 'בחשבון שלך התבקש שינוי של הכתובת אל {email}.',
      footnote: secure.he,
    },
  },
  passwordChanged: {
    en: {
      subject: 'Your password was changed',
      says: 'the password of your account was changed just now. Other sessions were ended.',
      footnote: 'If this was not you, set a new password by mail from the sign-in page.',
    },
    he: {
      subject: 'הסיסמה שלך שונתה',
      says: 'הסיסמה של החשבון שלך שונתה זה עתה. החיבורים האחרים הסתיימו.',
      footnote: 'אם לא ביקשת זאת, יש לקבוע סיסמה חדשה באמצעות הדוא״ל מעמוד ההתחברות.',
    },
  },
  mfaChanged: {
    en: {
      subject: 'Your two-step sign-in was changed',
      says: 'a second factor of your account was added or removed, or its backup codes were made anew.',
      footnote: secure.en,
    },
    he: {
      subject: 'האימות הדו־שלבי שלך שונה',
      says: 'גורם אימות שני בחשבון שלך נוסף או הוסר, או שקודי הגיבוי שלו נוצרו מחדש.',
      footnote: secure.he,
    },
  },
} as const satisfies Record<string, Record<Lang, MailTexts>>;

export type AccountMailKind = keyof typeof texts;

interface MailValues {
  /** Where the button leads, of mails that have one. */
  url?: string;
  email?: string;
  /** Providers that the reader can sign in at. */
  ways?: readonly { name: string; url: string }[];
}

/** Writes a mail about an account in the language of its reader. */
export function accountMail(
  kind: AccountMailKind,
  to: { email: string; lang: Lang; name: string },
  values: MailValues = {},
): Mail {
  const said: MailTexts = texts[kind][to.lang];
  const shown = (value: string): string => valueIn(to.lang, value);
  const fill = (text: string): string =>
    text.replaceAll('{name}', () => shown(to.name)).replaceAll('{email}', () => shown(values.email ?? ''));
  const ways = (values.ways ?? []).map(({ name, url }) =>
    alsoBy[to.lang].replace('{name}', () => shown(name)).replace('{url}', () => url),
  );
  const { text, html } = mailLayout({
    lang: to.lang,
    title: said.subject,
    paragraphs: [greeting[to.lang], said.says].map(fill),
    ...(said.action !== undefined && values.url !== undefined
      ? { action: { label: said.action, url: values.url } }
      : {}),
    footnotes: [...ways, ...(said.footnote === undefined ? [] : [said.footnote])],
  });
  return { to: to.email, lang: to.lang, subject: said.subject, text, html };
}
