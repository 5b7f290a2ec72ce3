import { valueIn } from '@sightline/domain/texts/isolate';

const direction = { en: 'ltr', he: 'rtl' } as const;
const fromUs = {
  en: 'Sent by Sightline.',
  he: 'ההודעה נשלחה מ־Sightline.',
} as const;

export interface MailTable {
  heading: string;
  /** What, and how much of it. */
  rows: readonly (readonly [string, string])[];
}

export interface MailLayout {
  lang: 'en' | 'he';
  title: string;
  /** Plain texts, one each. */
  paragraphs: readonly string[];
  /** Lists of things with their figures, each below a heading. */
  tables?: readonly MailTable[];
  /** One button; its address stands below it in full, for readers of plain text. */
  action?: { label: string; url: string };
  /** Small print, a line each. */
  footnotes?: readonly string[];
}

const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

const button =
  'display:inline-block;padding:12px 24px;border-radius:8px;background:#2563eb;color:#ffffff;text-decoration:none;font-weight:600';

/** Writes a mail as plain text and as HTML that reads from right to left in Hebrew. Everything given is escaped. */
export function mailLayout({ lang, title, paragraphs, tables = [], action, footnotes = [] }: MailLayout): {
  text: string;
  html: string;
} {
  const foot = [...footnotes, fromUs[lang]];
  const text = [
    title,
    ...paragraphs,
    ...tables.map((table) => tableText(lang, table)),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    `--\n${foot.join('\n')}`,
  ].join('\n\n');
  const body = [
    `<h1 style="font-size:20px;margin:0 0 16px">${escapeHtml(title)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`),
    ...tables.flatMap(tableHtml),
    ...(action ? actionHtml(action) : []),
    `<p style="margin:24px 0 0;color:#6b7280;font-size:13px">${foot.map(escapeHtml).join('<br>')}</p>`,
  ].join('\n');
  const html = `<!doctype html>
<html lang="${lang}" dir="${direction[lang]}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body dir="${direction[lang]}" style="margin:0;padding:24px;background:#f3f4f6;color:#111827;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
${body}
</div>
</body>
</html>
`;
  return { text: `${text}\n`, html };
}

const tableText = (lang: MailLayout['lang'], { heading, rows }: MailTable): string =>
  [heading, ...rows.map(([what, figure]) => `${valueIn(lang, what)}: ${figure}`)].join('\n');

function tableHtml({ heading, rows }: MailTable): string[] {
  const cell = 'padding:6px 0;border-bottom:1px solid #e5e7eb';
  return [
    `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(heading)}</h2>`,
    '<table role="presentation" width="100%" style="border-collapse:collapse;font-size:15px">',
    // `end` is where lines end in either direction; names keep the direction of their own.
    ...rows.map(
      ([what, figure]) =>
        `<tr><td style="${cell}"><bdi>${escapeHtml(what)}</bdi></td><td style="${cell};text-align:end">${escapeHtml(figure)}</td></tr>`,
    ),
    '</table>',
  ];
}

function actionHtml({ label, url }: { label: string; url: string }): string[] {
  const address = escapeHtml(url);
  return [
    `<p style="margin:24px 0 8px"><a href="${address}" style="${button}">${escapeHtml(label)}</a></p>`,
    `<p style="margin:0 0 16px;font-size:13px;overflow-wrap:anywhere" dir="ltr"><a href="${address}">${address}</a></p>`,
  ];
}
