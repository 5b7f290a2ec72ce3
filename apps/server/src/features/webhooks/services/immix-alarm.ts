import { alertMessage, type AlertMessage } from '@sightline/contracts/alerts/alert-message';
import { reasonIn } from '../../alerts/alerts.public.ts';
import type { ToldMessage } from './told-message.ts';

/** Types of events of Immix by kinds of rules; what is not here is an alarm at an input. */
const eventTypes: Readonly<Record<string, string>> = {
  trespassing: 'IntruderDetected',
  motion: 'MotionDetected',
  tampering: 'TamperAlarm',
  loitering: 'ObjectDwell',
  lineCrossing: 'ObjectEntered',
  appearing: 'ObjectAppeared',
  disappearing: 'ObjectDisappeared',
  missingObject: 'ObjectRemoved',
  speedControl: 'ObjectSpeed',
  tailgating: 'Tailgating',
  doorTailgating: 'Tailgating',
  door: 'DoorForced',
  fire: 'FireAlarm',
  cameraStatus: 'VideoLoss',
};

function eventTypeOf({ kind, why }: AlertMessage): string {
  if (kind === 'trafficControl')
    return why.some(({ what }) => what === 'degreesOff') ? 'ObjectDirection' : 'ObjectStopped';
  return eventTypes[kind] ?? 'InputAlarm';
}

/** Signs that XML cannot hold, and those that only order text on screens. */
const leftOut = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|[\u2068\u2069]/gu;

/** As text of XML. */
const escaped = (text: string): string =>
  text.toWellFormed().replaceAll(leftOut, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const element = (name: string, value: string): string => `  <${name}>${escaped(value)}</${name}>`;

const joined = (parts: readonly string[], between: string): string => parts.filter((part) => part !== '').join(between);

/** A message as Immix reads alarms out of mails. */
export function immixBody({ atUtcMs, data, url }: ToldMessage): string {
  const read = alertMessage.safeParse(data);
  const alert = read.success ? read.data : null;
  const reasons = (alert?.why ?? []).flatMap((reason) => reasonIn('en', reason) ?? []);
  const text = alert ? joined([`Alert ${alert.number}`, alert.ruleName, ...reasons], ' - ') : 'Test of Sightline';
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<Alarm>',
    element('VersionInfo', '1'),
    element('Input1', '1'),
    element('EventType', alert ? eventTypeOf(alert) : 'TestAlarm'),
    element('ExtraText', text),
    element('DateTime', new Date(alert?.openedAtUtcMs ?? atUtcMs).toISOString().replace(/\.\d+Z$/, 'Z')),
    element('Location', joined([alert?.cameraName ?? '', alert?.locationName ?? ''], ', ')),
    element('URL', url ?? ''),
    '</Alarm>',
    '',
  ].join('\n');
}
