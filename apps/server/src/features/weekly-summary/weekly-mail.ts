import { durationIn } from '@sightline/domain/texts/duration';
import { valueIn } from '@sightline/domain/texts/isolate';
import { mailLayout, type MailTable } from '../../platform/mail/mail-layout.ts';
import type { Figure } from './weekly-figures.repository.ts';
import type { WeeklyFigures } from './weekly-figures.ts';

type Lang = 'en' | 'he';

/** Whose week, when it was, and where its reader goes on. */
export interface WeeklyMail {
  lang: Lang;
  organization: string;
  from: Date;
  to: Date;
  timeZone: string;
  url: string;
  figures: WeeklyFigures;
}

const texts = {
  en: {
    subject: (organization: string) => `Weekly summary: ${organization}`,
    range: (range: string) => `What happened on ${range}.`,
    quiet: 'All good: no interruptions of cores, cameras or recordings.',
    nothing: "You don't have permission to see this week's figures. Ask an administrator of your organization.",
    events: 'Events',
    classes: { person: 'People', vehicle: 'Vehicles', animal: 'Animals' },
    busiest: 'Busiest cameras',
    cores: 'Cores offline',
    cameras: 'Cameras offline',
    gaps: 'Gaps in recording',
    people: 'Users and sign-ins',
    newPeople: 'New users',
    signIns: 'Sign-ins',
    signedIn: 'Users who signed in',
    refused: 'Failed sign-ins',
    open: 'Open Sightline',
    footnote: 'You get this e-mail once a week. Turn it off in your account details.',
  },
  he: {
    subject: (organization: string) => `סיכום שבועי: הארגון ${organization}`,
    range: (range: string) => `מה קרה בתאריכים ${range}.`,
    quiet: 'הכול תקין: לא היו הפסקות בליבות, במצלמות ובהקלטות.',
    nothing: 'אין הרשאה לראות את נתוני השבוע. פנו למנהל הארגון.',
    events: 'אירועים',
    classes: { person: 'אנשים', vehicle: 'כלי רכב', animal: 'בעלי חיים' },
    busiest: 'המצלמות הפעילות ביותר',
    cores: 'ליבות שהתנתקו',
    cameras: 'מצלמות שהתנתקו',
    gaps: 'פערים בהקלטה',
    people: 'משתמשים והתחברויות',
    newPeople: 'משתמשים חדשים',
    signIns: 'התחברויות',
    signedIn: 'משתמשים שהתחברו',
    refused: 'ניסיונות התחברות שנדחו',
    open: 'פתיחת Sightline',
    footnote: 'ההודעה נשלחת פעם בשבוע. אפשר לכבות אותה בפרטי החשבון.',
  },
} as const;

const locales = { en: 'en-GB', he: 'he-IL' } as const;

function tablesOf({ lang, figures }: WeeklyMail): MailTable[] {
  const text = texts[lang];
  const number = new Intl.NumberFormat(locales[lang]);
  const counts = (list: readonly Figure[] | null): [string, string][] =>
    (list ?? []).map(({ name, amount }) => [name, number.format(amount)]);
  const times = (list: readonly Figure[] | null): [string, string][] =>
    (list ?? []).map(({ name, amount }) => [name, durationIn(lang, amount)]);
  const { events, newPeople, signIns } = figures;
  const tables: MailTable[] = [
    {
      heading: text.events,
      rows: Object.entries(events ?? {}).map(([name, amount]) => [
        text.classes[name as keyof typeof text.classes],
        number.format(amount),
      ]),
    },
    { heading: text.busiest, rows: counts(figures.busiest) },
    { heading: text.cores, rows: times(figures.cores) },
    { heading: text.cameras, rows: times(figures.cameras) },
    { heading: text.gaps, rows: times(figures.gaps) },
    {
      heading: text.people,
      rows: [
        ...(newPeople === null ? [] : [[text.newPeople, number.format(newPeople)] as const]),
        ...(signIns === null
          ? []
          : [
              [text.signIns, number.format(signIns.done)] as const,
              [text.signedIn, number.format(signIns.people)] as const,
            ]),
        ...(signIns === null ? [] : [[text.refused, number.format(signIns.refused)] as const]),
      ],
    },
  ];
  return tables.filter(({ rows }) => rows.length > 0);
}

/** The mail about the week as one reader may see it, in plain text and HTML. */
export function weeklyMail(mail: WeeklyMail): { subject: string; html: string; text: string } {
  const { lang, organization, from, to, timeZone, url, figures } = mail;
  const text = texts[lang];
  const dates = new Intl.DateTimeFormat(locales[lang], { dateStyle: 'medium', timeZone });
  const subject = text.subject(valueIn(lang, organization));
  const tables = tablesOf(mail);
  const { cores, cameras, gaps } = figures;
  const watched = [cores, cameras, gaps].filter((list) => list !== null);
  const isQuiet = watched.length > 0 && watched.every((list) => list.length === 0);
  const paragraphs = [
    text.range(dates.formatRange(from, to)),
    ...(isQuiet ? [text.quiet] : []),
    ...(tables.length === 0 && !isQuiet ? [text.nothing] : []),
  ];
  return {
    subject,
    ...mailLayout({
      lang,
      title: subject,
      paragraphs,
      tables,
      action: { label: text.open, url },
      footnotes: [text.footnote],
    }),
  };
}
