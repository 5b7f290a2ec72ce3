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
    subject: (organization: string) => `The week of ${organization}`,
    range: (range: string) => `What happened from ${range}.`,
    quiet: 'Nothing went wrong: no core, camera or recording was interrupted.',
    nothing: 'There is nothing here that you may see. Ask an administrator for the permissions.',
    events: 'Events',
    classes: { person: 'People', vehicle: 'Vehicles', animal: 'Animals' },
    busiest: 'Busiest cameras',
    cores: 'Cores offline',
    cameras: 'Cameras offline',
    gaps: 'Not recorded',
    people: 'People and sign-ins',
    newPeople: 'New people',
    signIns: 'Sign-ins',
    signedIn: 'People who signed in',
    refused: 'Refused sign-ins',
    open: 'Open Sightline',
    footnote: 'You get this mail once a week. Switch it off in your account, under details.',
  },
  he: {
    subject: (organization: string) => `השבוע של ${organization}`,
    range: (range: string) => `מה קרה בתאריכים ${range}.`,
    quiet: 'לא היו תקלות: אף ליבה, מצלמה או הקלטה לא נקטעה.',
    nothing: 'אין כאן נתונים שמותר לך לראות. אפשר לבקש הרשאות ממנהל המערכת.',
    events: 'אירועים',
    classes: { person: 'אנשים', vehicle: 'כלי רכב', animal: 'בעלי חיים' },
    busiest: 'המצלמות הפעילות ביותר',
    cores: 'ליבות שהיו מנותקות',
    cameras: 'מצלמות שהיו מנותקות',
    gaps: 'זמן ללא הקלטה',
    people: 'אנשים וכניסות',
    newPeople: 'אנשים חדשים',
    signIns: 'כניסות למערכת',
    signedIn: 'אנשים שנכנסו',
    refused: 'כניסות שנדחו',
    open: 'פתיחת Sightline',
    footnote: 'הודעה זו נשלחת אליך פעם בשבוע. אפשר לבטל אותה בפרטי החשבון.',
  },
} as const;

const locales = { en: 'en-GB', he: 'he-IL' } as const;
const units = ['day', 'hour', 'minute', 'second'] as const;

/** The two largest parts of a duration: 3 hrs 20 mins. */
function duration(lang: Lang, seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const parts = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  const first = parts.findIndex((part) => part > 0);
  return units
    .map((unit, at) => ({ unit, part: parts[at] ?? 0 }))
    .slice(first, first + 2)
    .filter(({ part }) => part > 0)
    .map(({ unit, part }) =>
      new Intl.NumberFormat(locales[lang], { style: 'unit', unit, unitDisplay: 'short' }).format(part),
    )
    .join(' ');
}

function tablesOf({ lang, figures }: WeeklyMail): MailTable[] {
  const text = texts[lang];
  const number = new Intl.NumberFormat(locales[lang]);
  const counts = (list: readonly Figure[] | null): [string, string][] =>
    (list ?? []).map(({ name, amount }) => [name, number.format(amount)]);
  const times = (list: readonly Figure[] | null): [string, string][] =>
    (list ?? []).map(({ name, amount }) => [name, duration(lang, amount)]);
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
