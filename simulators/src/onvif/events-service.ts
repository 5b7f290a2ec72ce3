import type { SimulatedNotice } from './event-subscriptions.ts';
import type { DeviceDeps, ServiceAnswer } from './simulated-device.ts';
import { nowOf } from './simulated-device.ts';
import { SoapFault, textOf } from './soap-text.ts';

/** `PT1M5.5S` in milliseconds, or an instant of the device's clock. */
function lengthOf(device: DeviceDeps, text: string | null): number {
  const match = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(text ?? '');
  if (match) return ((Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0)) * 60 + Number(match[3] ?? 0)) * 1000;
  const until = Date.parse(text ?? '');
  return Number.isNaN(until) ? 60_000 : until - nowOf(device);
}

const instant = (utcMs: number): string => new Date(utcMs).toISOString();

function times(device: DeviceDeps, id: string): string {
  const now = nowOf(device);
  const ends = device.faults.hasNoTerminationTime
    ? ''
    : `<wsnt:TerminationTime>${instant(now + device.events.leftMs(id))}</wsnt:TerminationTime>`;
  return `<wsnt:CurrentTime>${instant(now)}</wsnt:CurrentTime>${ends}`;
}

function create(device: DeviceDeps, xml: string): string {
  const id = device.events.open(lengthOf(device, textOf(xml, 'InitialTerminationTime')));
  const byParameters = device.options.usesReferenceParameters === true;
  const address = device.named(byParameters ? '/onvif/subscription' : `/onvif/subscription?id=${id}`);
  const parameters = byParameters
    ? `<wsa:ReferenceParameters><sim:SubscriptionId>${id}</sim:SubscriptionId></wsa:ReferenceParameters>`
    : '';
  return `<tev:CreatePullPointSubscriptionResponse><tev:SubscriptionReference><wsa:Address>${address}</wsa:Address>${parameters}</tev:SubscriptionReference>${times(device, id)}</tev:CreatePullPointSubscriptionResponse>`;
}

const notice = ({ atUtcMs, operation, isMotion }: SimulatedNotice): string =>
  `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:RuleEngine/CellMotionDetector/Motion</wsnt:Topic><wsnt:Message><tt:Message UtcTime="${instant(atUtcMs)}" PropertyOperation="${operation}"><tt:Source><tt:SimpleItem Name="VideoSourceConfigurationToken" Value="vsc_1"/><tt:SimpleItem Name="Rule" Value="Motion"/></tt:Source><tt:Data><tt:SimpleItem Name="IsMotion" Value="${isMotion}"/></tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`;

async function pull(device: DeviceDeps, id: string, xml: string): Promise<string> {
  const timeoutMs = Math.min(60_000, lengthOf(device, textOf(xml, 'Timeout')));
  const notices = await device.events.pull(id, { timeoutMs, limit: Number(textOf(xml, 'MessageLimit') ?? 1) });
  const now = nowOf(device);
  return `<tev:PullMessagesResponse><tev:CurrentTime>${instant(now)}</tev:CurrentTime><tev:TerminationTime>${instant(now + 60_000)}</tev:TerminationTime>${notices.map(notice).join('')}</tev:PullMessagesResponse>`;
}

export const eventsService: ServiceAnswer = (device, name, xml) => {
  if (device.options.hasEvents === false) return null;
  if (name === 'CreatePullPointSubscription') return create(device, xml);
  if (name === 'GetEventProperties')
    return '<tev:GetEventPropertiesResponse><tev:TopicNamespaceLocation>http://www.onvif.org/onvif/ver10/topics/topicns.xml</tev:TopicNamespaceLocation></tev:GetEventPropertiesResponse>';
  return null;
};

/** What is asked of one subscription. */
export function subscriptionService(
  device: DeviceDeps,
  ask: { name: string; xml: string; id: string | null },
): string | null | Promise<string> {
  const { name, xml } = ask;
  const id = (device.options.usesReferenceParameters ? textOf(xml, 'SubscriptionId') : ask.id) ?? '';
  if (id === '') throw new SoapFault(['wsrf-rw:ResourceUnknownFault'], 'No subscription was named', 500);
  if (name === 'PullMessages') return pull(device, id, xml);
  if (name === 'Renew') {
    device.events.renew(id, lengthOf(device, textOf(xml, 'TerminationTime')));
    return `<wsnt:RenewResponse>${times(device, id)}</wsnt:RenewResponse>`;
  }
  if (name === 'Unsubscribe') {
    device.events.close(id);
    return '<wsnt:UnsubscribeResponse/>';
  }
  if (name !== 'SetSynchronizationPoint') return null;
  device.events.notifyAll(id);
  return '<tev:SetSynchronizationPointResponse/>';
}
