import type { ServerContext } from '../../platform/features/server-context.ts';
import { findReaders } from '../../platform/mail/mail-readers.ts';
import { mayArrive } from './arrival-rules.ts';
import { push } from './push-client.ts';
import { contactOf } from './push-contact.ts';
import { messageOf, type Notice } from './push-texts.ts';
import * as repository from './user-devices.repository.ts';

/** What became of a test: `noBrowser` has none, `muted` has none that is neither off nor muted, `quiet` wants none at this time. */
type PushTestOutcome = 'sent' | 'noBrowser' | 'muted' | 'quiet' | 'failed';

/** Brings a notice to the browsers of a person now, and says what became of it. `isAwaited`: the person waits for it, whatever their schedule says. */
export async function pushTest(
  context: Pick<ServerContext, 'database' | 'egress' | 'vapid' | 'config' | 'box' | 'clock'>,
  { userId, notice, isAwaited }: { userId: string; notice: Notice; isAwaited: boolean },
): Promise<PushTestOutcome> {
  const { database, box, clock, config } = context;
  const scope = database.global;
  const devices = await repository.listDevices(scope, userId);
  if (devices.length === 0) return 'noBrowser';
  const open = devices.filter(({ enabled, mutedUntil }) => enabled && (mutedUntil?.getTime() ?? 0) <= clock());
  if (open.length === 0) return 'muted';
  if (!isAwaited && !mayArrive((await repository.findSettings(scope, userId)).schedule, clock())) return 'quiet';
  const [reader] = await findReaders(scope, [userId]);
  const message = messageOf([notice], reader?.lang ?? 'en');
  const outcomes = await Promise.all(
    open.map(async ({ deviceUid }) => {
      const key = { userId, deviceUid };
      const device = await repository.findDevice(scope, key);
      if (!device) return false;
      const subscription = repository.openSubscription(box, key, device.sealed);
      return (await push({ ...context, contact: contactOf(config) }, subscription, { message })).kind === 'delivered';
    }),
  );
  return outcomes.includes(true) ? 'sent' : 'failed';
}
