import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '@sightline/contracts/shared/errors';
import { placeOf } from './device-calls.ts';
import { deviceText } from './device-text.ts';
import type { OnvifAsk, OnvifConnection, ServicePlace } from './onvif-connection.ts';
import { unlessUnsupported } from './onvif-connection.ts';
import type { DeviceEvents, MotionNotice } from './onvif-port.ts';
import type { XmlElement } from './xml-element.ts';
import { allNamed, childrenNamed, elementAt, escapeXml, textAt, writeXml } from './xml-element.ts';

const eventSpace = 'http://www.onvif.org/ver10/events/wsdl';
const notifySpace = 'http://docs.oasis-open.org/wsn/b-2';
const addressing = 'xmlns:wsa="http://www.w3.org/2005/08/addressing"';

/** What is asked for; devices may give less. */
const wantedMs = 60_000;
const shortestMs = 5_000;
const maxNotices = 200;
const messageLimit = 50;
/** The answer to a pull comes this long after its time at the latest. */
const pullGraceMs = 6_000;
const closeMs = 1_500;

const actions = {
  create: 'http://www.onvif.org/ver10/events/wsdl/EventPortType/CreatePullPointSubscriptionRequest',
  pull: 'http://www.onvif.org/ver10/events/wsdl/PullPointSubscription/PullMessagesRequest',
  renew: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/RenewRequest',
  notifyAll: 'http://www.onvif.org/ver10/events/wsdl/PullPointSubscription/SetSynchronizationPointRequest',
  close: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/UnsubscribeRequest',
} as const;

/** Topics of motion: the alarm of the picture source, and rules for cells or regions. */
const motionTopic = /(MotionAlarm|CellMotionDetector\/Motion|MotionRegionDetector\/Motion|MotionDetector)$/;
const motionItems = new Set(['IsMotion', 'State', 'Motion']);
const maxSource = 300;
/** What a device wants to hear again with every call; no camera needs more. */
const maxReference = 8_000;

const yes = new Set(['true', '1']);
const no = new Set(['false', '0']);

const itemsOf = (message: XmlElement, part: string): [string, string][] =>
  childrenNamed(elementAt(message, part), 'SimpleItem').map((item) => [
    item.attributes.get('Name') ?? '',
    item.attributes.get('Value') ?? '',
  ]);

/** What one notification says of motion; null when it is about something else. */
function noticeOf(notification: XmlElement): MotionNotice | null {
  const topic = textAt(notification, 'Topic');
  const message = elementAt(notification, 'Message', 'Message');
  if (message === null || !motionTopic.test(topic)) return null;
  const value = itemsOf(message, 'Data')
    .find(([name]) => motionItems.has(name))?.[1]
    .toLowerCase();
  const isGone = message.attributes.get('PropertyOperation') === 'Deleted';
  if (!isGone && (value === undefined || (!yes.has(value) && !no.has(value)))) return null;
  const source = itemsOf(message, 'Source').map(([name, text]) => `${name}=${text}`);
  const deviceUtcMs = Date.parse(message.attributes.get('UtcTime') ?? '');
  return {
    source: sourceName([topic, ...source].join(';')),
    isMotion: !isGone && value !== undefined && yes.has(value),
    deviceUtcMs: Number.isNaN(deviceUtcMs) ? null : deviceUtcMs,
  };
}

/** Bounded, and still another one for another rule: cut alone, two rules would end each other's motion. */
function sourceName(text: string): string {
  const name = deviceText(text, maxSource);
  return text.length <= maxSource
    ? name
    : `${name.slice(0, maxSource - 22)} ${createHash('sha256').update(text).digest('base64url').slice(0, 21)}`;
}

/** How long the device lets a subscription live, in its own terms; some do not say, and what was asked for is taken to hold. */
function leftMsOf(answer: XmlElement): number {
  const [now, end] = ['CurrentTime', 'TerminationTime'].map((name) => Date.parse(textAt(answer, name)));
  const leftMs = end! - now!;
  return Number.isNaN(leftMs) ? wantedMs : Math.max(shortestMs, Math.min(3_600_000, leftMs));
}

interface Subscriber {
  address: string;
  /** Elements that stand in the header as the device gave them. */
  parameters: string;
}

/** Header of a call to a subscription: where it goes, and what the device wants to hear again. */
function headerOf(action: string, to: Subscriber): string {
  const named = to.address === '' ? '' : `<wsa:To ${addressing}>${escapeXml(to.address)}</wsa:To>`;
  const replyTo = `<wsa:ReplyTo ${addressing}><wsa:Address>http://www.w3.org/2005/08/addressing/anonymous</wsa:Address></wsa:ReplyTo>`;
  return `<wsa:Action ${addressing}>${action}</wsa:Action><wsa:MessageID ${addressing}>urn:uuid:${randomUUID()}</wsa:MessageID>${replyTo}${named}${to.parameters}`;
}

/** Where a subscription that was made is reached, and by what name. Fails with `onvif_refused` when the device does not say. */
function subscriptionOf(connection: OnvifConnection, made: XmlElement): { at: ServicePlace; to: Subscriber } {
  const reference = elementAt(made, 'SubscriptionReference');
  const address = textAt(reference, 'Address');
  const at = placeOf(connection, address);
  if (at === null) throw new AppError('onvif_refused', { answer: 'no address of the subscription' });
  const parameters = (elementAt(reference, 'ReferenceParameters')?.children ?? []).map(writeXml).join('');
  if (parameters.length + address.length > maxReference)
    throw new AppError('onvif_refused', { answer: 'the name of the subscription is too long' });
  return { at, to: { address, parameters } };
}

const length = `PT${String(wantedMs / 1000)}S`;

/** Subscribes to what the device notices. Fails with `onvif_unsupported` where there is nothing to subscribe to. */
export async function openPullPoint(
  connection: OnvifConnection,
  place: ServicePlace | undefined,
): Promise<DeviceEvents> {
  if (place === undefined) throw new AppError('onvif_unsupported');
  const ask = (
    at: ServicePlace,
    { action, to, ...call }: Omit<OnvifAsk, 'header'> & { action: string; to: Subscriber },
  ): Promise<XmlElement> => connection.call(at, { ...call, action, header: headerOf(action, to) });
  const made = await ask(place, {
    action: actions.create,
    to: { address: '', parameters: '' },
    body: `<CreatePullPointSubscription xmlns="${eventSpace}"><InitialTerminationTime>${length}</InitialTerminationTime></CreatePullPointSubscription>`,
  });
  const { at, to } = subscriptionOf(connection, made);
  let leftMs = leftMsOf(made);
  return {
    get leftMs() {
      return leftMs;
    },
    async pull(waitMs, signal) {
      const body = `<PullMessages xmlns="${eventSpace}"><Timeout>PT${String(Math.ceil(waitMs / 1000))}S</Timeout><MessageLimit>${String(messageLimit)}</MessageLimit></PullMessages>`;
      const answer = await ask(at, { action: actions.pull, body, to, timeoutMs: waitMs + pullGraceMs, signal });
      return allNamed(answer, 'NotificationMessage')
        .slice(0, maxNotices)
        .flatMap((notification) => noticeOf(notification) ?? []);
    },
    async renew() {
      leftMs = leftMsOf(
        await ask(at, {
          action: actions.renew,
          to,
          body: `<Renew xmlns="${notifySpace}"><TerminationTime>${length}</TerminationTime></Renew>`,
        }),
      );
    },
    async notifyAll() {
      await unlessUnsupported(
        ask(at, { action: actions.notifyAll, to, body: `<SetSynchronizationPoint xmlns="${eventSpace}"/>` }),
      );
    },
    async close() {
      await ask(at, { action: actions.close, to, body: `<Unsubscribe xmlns="${notifySpace}"/>`, timeoutMs: closeMs });
    },
  };
}
