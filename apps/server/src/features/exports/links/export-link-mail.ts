import { valueIn } from '@sightline/domain/texts/isolate';
import { mailLayout } from '../../../platform/mail/mail-layout.ts';
import type { Mail } from '../../../platform/mail/mails.ts';
import type { ExportRow } from '../exports.repository.ts';

/** What a mail with a link says. */
export interface ExportLinkMail {
  to: string;
  lang: Mail['lang'];
  file: Pick<ExportRow, 'cameraName' | 'timeZone' | 'fromAt' | 'toAt' | 'sha256'>;
  link: { createdByName: string; expiresAt: Date };
  url: string;
}

/** Days and 24 hours, as people of the language write them. */
const locales = { en: 'en-GB', he: 'he-IL' } as const;

const texts = {
  en: {
    subject: (by: string, camera: string) => `${by} shares footage of ${camera}`,
    range: (from: string, to: string) => `Footage from ${from} to ${to}.`,
    expires: (until: string) => `The link plays and downloads it without an account until ${until}.`,
    sha: (sum: string) => `SHA-256 of the file: ${sum}`,
    action: 'Open footage',
    footnote: 'Anyone with this link can open the footage. Forward it only to people who should see it.',
  },
  he: {
    subject: (by: string, camera: string) => `שיתוף הקלטה מהמצלמה ${camera} מאת ${by}`,
    range: (from: string, to: string) => `הקלטה מ־${from} עד ${to}.`,
    expires: (until: string) => `דרך הקישור אפשר לנגן ולהוריד אותה ללא חשבון עד ${until}.`,
    sha: (sum: string) => `גיבוב SHA-256 של הקובץ: ${sum}`,
    action: 'פתיחת ההקלטה',
    footnote: 'כל מי שמחזיק בקישור יכול לפתוח את ההקלטה. העבירו אותו רק למי שאמור לצפות בה.',
  },
} as const;

/** The mail that brings a link to the file of an export. */
export function exportLinkMail({ to, lang, file, link, url }: ExportLinkMail): Mail {
  const text = texts[lang];
  const at = (instant: Date): string =>
    valueIn(
      lang,
      new Intl.DateTimeFormat(locales[lang], {
        dateStyle: 'medium',
        timeStyle: 'long',
        timeZone: file.timeZone,
      }).format(instant),
    );
  const subject = text.subject(valueIn(lang, link.createdByName), valueIn(lang, file.cameraName));
  return {
    to,
    lang,
    subject,
    ...mailLayout({
      lang,
      title: subject,
      paragraphs: [text.range(at(file.fromAt), at(file.toAt)), text.expires(at(link.expiresAt))],
      action: { label: text.action, url },
      footnotes: [...(file.sha256 === null ? [] : [text.sha(valueIn(lang, file.sha256))]), text.footnote],
    }),
  };
}
