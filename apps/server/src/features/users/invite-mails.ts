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

const texts = {
  en: {
    user: {
      subject: (organization: string) => `Invitation to ${organization}`,
      paragraphs: (by: string, organization: string) => [
        `${by} invites you to ${organization} in Sightline.`,
        'The link works once, for 7 days.',
      ],
      action: 'Accept invitation',
    },
    support: {
      subject: (organization: string) => `${organization} asks for your help`,
      paragraphs: (by: string, organization: string, until: string) => [
        `${by} of ${organization} asks your organization for help, until ${until} (UTC). Everything that your people do there is logged.`,
        'An administrator of your organization accepts by this link. It works once, for 7 days.',
      ],
      action: 'Read the request',
    },
    footnote: 'If you do not know who this is, do nothing: without the link nothing happens.',
  },
  he: {
    user: {
      subject: (organization: string) => `הזמנה להצטרף אל ${organization}`,
      paragraphs: (by: string, organization: string) => [
        `קיבלת הזמנה מאת ${by} להצטרף אל ${organization} ב-Sightline.`,
        'הקישור פועל פעם אחת, במשך 7 ימים.',
      ],
      action: 'קבלת ההזמנה',
    },
    support: {
      subject: (organization: string) => `${organization} מבקשים את עזרתכם`,
      paragraphs: (by: string, organization: string, until: string) => [
        `התקבלה בקשה מאת ${by} מ-${organization} שהארגון שלכם יסייע, עד ${until} (UTC). כל פעולה של אנשיכם שם נרשמת ביומן.`,
        'מנהל של הארגון שלכם מאשר בקישור זה. הקישור פועל פעם אחת, במשך 7 ימים.',
      ],
      action: 'צפייה בבקשה',
    },
    footnote: 'אם השולח אינו מוכר לך, אין צורך לעשות דבר: ללא הקישור לא יקרה כלום.',
  },
} as const;

/** The mail with which somebody is invited. */
export function inviteMail({ to, lang, kind, organizationName, inviterName, url, accessUntil }: InviteMail): Mail {
  const text = texts[lang][kind];
  const until =
    accessUntil === null
      ? ''
      : new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(accessUntil);
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
