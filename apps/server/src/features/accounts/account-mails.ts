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
  en: "If this wasn't you, ignore this e-mail. Nothing happens without the link.",
  he: 'אם הבקשה אינה שלכם, התעלמו מההודעה. ללא הקישור לא ישתנה דבר.',
} as const;

const secure = {
  en: "If this wasn't you, change your password now and end your other sessions.",
  he: 'אם הפעולה אינה שלכם, שנו את הסיסמה עכשיו ונתקו את ההתחברויות האחרות.',
} as const;

/** Ways of signing in that need no password. */
const alsoBy = { en: 'You can also sign in with {name}: {url}', he: 'אפשר להתחבר גם דרך הספק {name}: {url}' } as const;

const greeting = { en: 'Hello {name},', he: 'שלום {name},' } as const;

/** What each mail says. `{...}` stand for values. */
const texts = {
  verify: {
    en: {
      subject: 'Confirm your e-mail address',
      says: 'Please confirm that this address is yours. The link works once, for 24 hours.',
      action: 'Confirm address',
      footnote: ignore.en,
    },
    he: {
      subject: 'אימות כתובת הדוא״ל',
      says: 'אשרו שהכתובת שייכת לכם. הקישור פועל פעם אחת, במשך 24 שעות.',
      action: 'אימות הכתובת',
      footnote: ignore.he,
    },
  },
  signUpKnown: {
    en: {
      subject: 'You already have an account',
      says: 'Someone tried to create an account with this address. You already have one: sign in, or set a new password if you forgot yours.',
      action: 'Sign in',
      footnote: "If this wasn't you, ignore this e-mail. Your account is unchanged.",
    },
    he: {
      subject: 'כבר קיים חשבון',
      says: 'התקבל ניסיון לפתוח חשבון עם הכתובת הזו, וכבר קיים לה חשבון. התחברו, או קבעו סיסמה חדשה אם הסיסמה נשכחה.',
      action: 'התחברות',
      footnote: 'אם הבקשה אינה שלכם, התעלמו מההודעה. החשבון לא השתנה.',
    },
  },
  reset: {
    en: {
      subject: 'Set a new password',
      says: 'Use this link to set a new password. It works once, for one hour. All your sessions end after that.',
      action: 'Set new password',
      footnote: ignore.en,
    },
    he: {
      subject: 'קביעת סיסמה חדשה',
      says: 'דרך הקישור אפשר לקבוע סיסמה חדשה. הוא פועל פעם אחת, במשך שעה. לאחר השינוי כל ההתחברויות הפעילות מסתיימות.',
      action: 'קביעת סיסמה חדשה',
      footnote: ignore.he,
    },
  },
  changeEmail: {
    en: {
      subject: 'Confirm your new e-mail address',
      says: 'Please confirm {email} as the new address of your account. The link works once, for 24 hours.',
      action: 'Confirm new address',
      footnote: ignore.en,
    },
    he: {
      subject: 'אימות כתובת הדוא״ל החדשה',
      says: 'אשרו את הכתובת {email} ככתובת החדשה של החשבון. הקישור פועל פעם אחת, במשך 24 שעות.',
      action: 'אימות הכתובת החדשה',
      footnote: ignore.he,
    },
  },
  emailTaken: {
    en: {
      subject: 'Someone tried to use your e-mail address',
      says: 'Someone tried to use this address for another account. It stays yours; nothing was changed.',
    },
    he: {
      subject: 'ניסיון להשתמש בכתובת הדוא״ל שלכם',
      says: 'התקבלה בקשה להשתמש בכתובת הזו עבור חשבון אחר. הכתובת נשארת שלכם, ולא השתנה דבר.',
    },
  },
  changeEmailTold: {
    en: {
      subject: 'Your e-mail address is being changed',
      says: 'Someone signed in to your account asked to change its address to {email}.',
      footnote: secure.en,
    },
    he: {
      subject: 'בקשה לשינוי כתובת הדוא״ל של החשבון',
      says: 'התקבלה בקשה לשנות את כתובת הדוא״ל של החשבון לכתובת {email}.',
      footnote: secure.he,
    },
  },
  passwordChanged: {
    en: {
      subject: 'Your password was changed',
      says: 'The password of your account was just changed. Your other sessions ended.',
      footnote: "If this wasn't you, reset your password from the sign-in page.",
    },
    he: {
      subject: 'הסיסמה לחשבון שונתה',
      says: 'הסיסמה לחשבון שונתה עכשיו. ההתחברויות האחרות הסתיימו.',
      footnote: 'אם הפעולה אינה שלכם, אפסו את הסיסמה מעמוד ההתחברות.',
    },
  },
  passkeysChanged: {
    en: {
      subject: 'The passkeys of your account were changed',
      says: 'A passkey was added to your account or removed from it.',
      footnote: secure.en,
    },
    he: {
      subject: 'מפתחות הגישה לחשבון שונו',
      says: 'מפתח גישה נוסף לחשבון או הוסר ממנו.',
      footnote: secure.he,
    },
  },
  mfaChanged: {
    en: {
      subject: 'Your two-step verification was changed',
      says: 'A two-step verification method of your account was added or removed, or new backup codes were created.',
      footnote: secure.en,
    },
    he: {
      subject: 'האימות הדו־שלבי בחשבון שונה',
      says: 'שיטה לאימות דו־שלבי נוספה לחשבון או הוסרה ממנו, או שנוצרו קודי גיבוי חדשים.',
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
