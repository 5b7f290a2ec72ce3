import { valueIn } from '@sightline/domain/texts/isolate';
import { mailLayout } from '../../platform/mail/mail-layout.ts';
import type { Mail } from '../../platform/mail/mails.ts';

/** What an invitation says. */
export interface InviteMail {
  to: string;
  lang: 'en' | 'he';
  kind: 'user' | 'support';
  organizationName: string;
  inviterName: string;
  url: string;
  accessUntil: Date | null;
}

/** Days and 24 hours, as people of the language write them. */
const locales = { en: 'en-GB', he: 'he-IL' } as const;

const texts = {
  en: {
    user: {
      subject: (organization: string) => `Invitation to ${organization}`,
      paragraphs: (by: string, organization: string) => [
        `${by} invites you to join ${organization} in Sightline.`,
        'The link works once, for 7 days.',
      ],
      action: 'Accept invitation',
    },
    support: {
      subject: (organization: string) => `${organization} asks for your support`,
      paragraphs: (by: string, organization: string, until: string) => [
        `${by} of ${organization} asks your organization for support until ${until} (UTC). Everything your users do there is logged.`,
        'An administrator of your organization can accept with this link. It works once, for 7 days.',
      ],
      action: 'View request',
    },
    footnote: "If you don't know the sender, ignore this e-mail. Nothing happens without the link.",
  },
  he: {
    user: {
      subject: (organization: string) => `הזמנה להצטרף לארגון ${organization}`,
      paragraphs: (by: string, organization: string) => [
        `התקבלה הזמנה מאת ${by} להצטרף לארגון ${organization} ב־Sightline.`,
        'הקישור פועל פעם אחת, במשך 7 ימים.',
      ],
      action: 'קבלת ההזמנה',
    },
    support: {
      subject: (organization: string) => `בקשת סיוע מהארגון ${organization}`,
      paragraphs: (by: string, organization: string, until: string) => [
        `התקבלה בקשה מאת ${by} מהארגון ${organization}: סיוע של הארגון שלכם עד ${until} (UTC). כל פעולה של המשתמשים שלכם שם נרשמת ביומן הביקורת.`,
        'מנהל הארגון שלכם יכול לאשר דרך הקישור. הקישור פועל פעם אחת, במשך 7 ימים.',
      ],
      action: 'הצגת הבקשה',
    },
    footnote: 'אם השולח אינו מוכר לכם, התעלמו מההודעה. ללא הקישור לא ישתנה דבר.',
  },
} as const;

/** The mail with which somebody is invited. */
export function inviteMail({ to, lang, kind, organizationName, inviterName, url, accessUntil }: InviteMail): Mail {
  const text = texts[lang][kind];
  const until =
    accessUntil === null
      ? ''
      : new Intl.DateTimeFormat(locales[lang], { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(
          accessUntil,
        );
  const organization = valueIn(lang, organizationName);
  const subject = text.subject(organization);
  const paragraphs = text.paragraphs(valueIn(lang, inviterName), organization, until);
  return {
    to,
    lang,
    subject,
    ...mailLayout({
      lang,
      title: subject,
      paragraphs,
      action: { label: text.action, url },
      footnotes: [texts[lang].footnote],
    }),
  };
}
