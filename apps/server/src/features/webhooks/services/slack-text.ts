import { alertMessage, type AlertMessage } from '@sightline/contracts/alerts/alert-message';
import { clockOfZone } from '@sightline/domain/time/zone-names';
import { reasonIn } from '../../alerts/alerts.public.ts';
import type { ToldMessage } from './told-message.ts';

const severities = { info: 'Info', warning: 'Warning', critical: 'Critical' } as const;
/** Slack cuts longer texts. */
const lettersAtMost = 3_500;

/** Names are typed by people: none of them begins a link or calls a channel. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/\s+/g, ' ').trim();

const timeOf = ({ openedAtUtcMs, timeZone }: AlertMessage): string =>
  `${new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium' }).format(openedAtUtcMs)}, ${clockOfZone(openedAtUtcMs, timeZone)}`;

function doneLine({ handling, outcome, handler }: AlertMessage): string[] {
  if (handling !== 'done') return [];
  const by = handler === null ? '' : ` by ${escaped(handler.name)}`;
  return [`${outcome === 'falseAlarm' ? 'False alarm' : 'Handled'}${by}`];
}

/** An alert in a few lines. Slack knows no message again, so the number says which one it is. */
function alertLines(alert: AlertMessage): string[] {
  const { severity, ruleName, number, cameraName, locationName, isLate, why } = alert;
  const title = [`*${severities[severity]}*`, escaped(ruleName), `alert ${number}`];
  const place = [escaped(cameraName), escaped(locationName), timeOf(alert), ...(isLate ? ['came late'] : [])];
  const reasons = why.flatMap((reason) => reasonIn('en', reason) ?? []);
  return [
    title.filter((part) => part !== '').join(' · '),
    ...doneLine(alert),
    place.filter((part) => part !== '').join(' · '),
    escaped(reasons.join(' · ')),
  ];
}

/** A message as Slack's incoming webhooks take it. */
export function slackBody({ kind, data, url }: ToldMessage): string {
  const alert = alertMessage.safeParse(data);
  const lines = alert.success
    ? [...alertLines(alert.data), ...(url === null ? [] : [`<${escaped(url)}|Open the alert>`])]
    : ['Sightline can post here. This is a test; nothing happened.'];
  const text = lines.filter((line) => line !== '').join('\n');
  return JSON.stringify({
    text: (alert.success || kind === 'webhook.test' ? text : escaped(kind)).slice(0, lettersAtMost),
  });
}
