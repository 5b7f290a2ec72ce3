import { startImmixReceiver, type ImmixReceiver } from '../immix/immix-receiver.ts';
import { mailFaults, type MailFault } from '../mail/mail-server.ts';
import { NoonLightService, noonLightModes, type NoonLightMode } from '../noonlight/noonlight-service.ts';
import { PushService, pushModes, type PushMode } from '../push/push-service.ts';
import { startServiceDesk, type ServiceDesk } from '../services/service-desk.ts';
import type { SimulatedService } from '../services/simulated-service.ts';
import { SlackService, slackModes, type SlackMode } from '../slack/slack-service.ts';
import { receiverModes, WebhookReceiver, type ReceiverMode } from '../webhooks/webhook-receiver.ts';
import { createDemoAccess, type DemoAccess } from './demo-access.ts';
import { onPortOrFree } from './port-or-free.ts';

/** Where each was the last time; what is installed once leads there. */
export interface ServicePorts {
  desk: number;
  noonLight: number;
  slack: number;
  team3: number;
  immix: number;
  push: number;
}

/** What the demo tells the monitoring service that it may. */
export const demoToken = 'demo-server-token';

/** Services of others, played on this machine for the demo. */
export interface DemoServices {
  ports: ServicePorts;
  desk: ServiceDesk;
  /** NoonLight listens where the server looks for it; another program may have taken that port. */
  isNoonLightReached: boolean;
  /** Address of the incoming webhook of the chat. */
  slackUrl: string;
  /** A browser that shows what it is pushed on the page of the services. */
  subscribe(): ReturnType<PushService['subscribe']>;
  access: DemoAccess;
  stop(): Promise<void>;
}

const clockOf = (atMs: number): string => new Date(atMs).toISOString().slice(11, 19);

function noonLightOf(noonLight: NoonLightService, isReached: boolean): SimulatedService {
  return {
    id: 'noonlight',
    name: 'NoonLight',
    address: noonLight.url,
    note: isReached
      ? `Server token: ${demoToken}. A server finds it by SIGHTLINE_NOONLIGHT_URL.`
      : 'Another program uses the port where the server looks for it: the server reaches no NoonLight. Free that port and start again.',
    modes: noonLightModes,
    mode: () => noonLight.mode,
    setMode: (mode) => void (noonLight.mode = mode as NoonLightMode),
    received: () =>
      [...noonLight.alarms.values()]
        .reverse()
        .map(({ created_at: at, status, request }) => `${at.slice(11, 19)} ${status} ${JSON.stringify(request)}`),
    deeds: {
      'dispatcher ends all': () => {
        for (const id of noonLight.alarms.keys()) noonLight.endByDispatcher(id);
      },
    },
  };
}

const slackOf = (slack: SlackService): SimulatedService => ({
  id: 'slack',
  name: 'Slack',
  address: slack.url,
  note: '',
  modes: slackModes,
  mode: () => slack.mode,
  setMode: (mode) => void (slack.mode = mode as SlackMode),
  received: () =>
    slack.received
      .toReversed()
      .map(({ atMs, isPosted, text }) => `${clockOf(atMs)} ${isPosted ? 'posted' : 'refused'}: ${text}`),
  deeds: {},
});

const team3Of = (receiver: WebhookReceiver): SimulatedService => ({
  id: 'team3',
  name: 'Team3, and any webhook',
  address: receiver.url,
  note: '',
  modes: receiverModes,
  mode: () => receiver.mode,
  setMode: (mode) => void (receiver.mode = mode as ReceiverMode),
  received: () =>
    receiver.received
      .toReversed()
      .map(({ atMs, type, id, data }) => `${clockOf(atMs)} ${type} ${id} ${JSON.stringify(data)}`),
  deeds: {},
});

/** A mail server is broken for one mail at a time. */
const immixOf = (immix: ImmixReceiver): SimulatedService => ({
  id: 'immix',
  name: 'Immix',
  address: `127.0.0.1:${immix.port}`,
  note: 'A fault is for the next mail only.',
  modes: ['ok', ...mailFaults],
  mode: () => immix.faults[0] ?? 'ok',
  setMode: (mode) => void immix.faults.splice(0, Infinity, ...(mode === 'ok' ? [] : [mode as MailFault])),
  received: () =>
    immix
      .alarms()
      .toReversed()
      .map(({ fields, picture }) => `${JSON.stringify(fields)}${picture === null ? '' : ', with a picture'}`),
  deeds: {},
});

function pushOf(push: PushService, received: () => ReturnType<PushService['receivedBy']>): SimulatedService {
  return {
    id: 'push',
    name: 'Push service',
    address: push.url,
    note: 'Shows what the simulated phone of the demo account gets.',
    modes: pushModes,
    mode: () => push.mode,
    setMode: (mode) => void (push.mode = mode as PushMode),
    received: () =>
      received()
        .toReversed()
        .map(({ atMs, text }) => `${clockOf(atMs)} ${text}`),
    deeds: {},
  };
}

/** Starts them on the remembered ports, on free ones where those are taken. The server is told NoonLight's before: it is there or nowhere. */
export async function startDemoServices(
  remembered: Partial<ServicePorts>,
  noonLightPort: number | null,
): Promise<DemoServices> {
  const [noonLight, slack, team3, push] = [
    new NoonLightService(),
    new SlackService(),
    new WebhookReceiver(),
    new PushService(),
  ];
  noonLight.tokens.add(demoToken);
  const portOf = (url: string): number => Number(new URL(url).port);
  const onPort = async (port: number | undefined, service: { start(port: number): Promise<string> }) =>
    portOf(await onPortOrFree(port ?? 0, (wanted) => service.start(wanted)));
  const noonLightAt = await onPort(noonLightPort ?? remembered.noonLight, noonLight);
  const isNoonLightReached = noonLightPort === null || noonLightAt === noonLightPort;
  const ports = {
    noonLight: noonLightAt,
    slack: await onPort(remembered.slack, slack),
    team3: await onPort(remembered.team3, team3),
    push: await onPort(remembered.push, push),
  };
  const immix = await onPortOrFree(remembered.immix ?? 0, startImmixReceiver);
  let phone: ReturnType<PushService['subscribe']> | null = null;
  const access = createDemoAccess();
  const shown = [
    noonLightOf(noonLight, isNoonLightReached),
    slackOf(slack),
    team3Of(team3),
    immixOf(immix),
    pushOf(push, () => (phone === null ? [] : push.receivedBy(phone))),
    access.service,
  ];
  const desk = await onPortOrFree(remembered.desk ?? 0, (port) => startServiceDesk(shown, port));
  return {
    ports: { ...ports, immix: immix.port, desk: desk.port },
    desk,
    isNoonLightReached,
    slackUrl: slack.url,
    subscribe: () => (phone = push.subscribe()),
    access,
    stop: async () => {
      access.stop();
      await Promise.all([desk, noonLight, slack, team3, push, immix].map((one) => one.stop()));
    },
  };
}
