import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { OnvifAccess } from '@sightline/contracts/cameras/camera-onvif';
import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { OnvifDevice, OnvifPort } from '../../drivers/onvif/onvif-port.ts';

export interface IdentityDeps {
  onvif: Pick<OnvifPort, 'open'>;
  /** All addresses behind a host. */
  addressesOf: (host: string) => Promise<string[]>;
  allows: (address: string) => boolean;
  /** Hardware addresses by address. */
  neighbours: () => Promise<Map<string, string>>;
  /** Does something with the device of a camera. */
  useCamera: <T>(cameraId: string, act: (device: OnvifDevice) => Promise<T>) => Promise<T>;
  /** How long machines that were not spoken to of late may take to answer. */
  knockMs?: number;
  /** How long devices may take to say what they are. */
  askMs?: number;
}

type Input = EdgeCommandInput<'onvif.identify'>;

const atOnce = 16;
/** A name with more of them is none of one device: which of its addresses would be called nobody can tell. */
const maxMarks = 40;
const usualKnockMs = 300;
const usualAskMs = 6_000;

/** Does something with each of many, some at a time. */
async function forEach<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  const work = async (): Promise<void> => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await act(one);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Machines that hear from us give us their hardware address, whether anything listens there or not. */
async function knock(addresses: readonly string[], waitMs: number): Promise<void> {
  const socket = createSocket('udp4');
  // Nobody listens on the port for throwing away, and some say so.
  socket.on('error', () => undefined);
  for (const address of addresses) socket.send('', 9, address, () => undefined);
  await delay(waitMs);
  socket.close();
}

/** What a device calls itself; nothing when it does not say. */
async function ownMarks(device: OnvifDevice): Promise<string[]> {
  const { manufacturer, model, serial } = await device.information();
  const mac = await device.macAddress().catch(() => null);
  return [
    ...(serial === '' ? [] : [`serial:${manufacturer} ${model} ${serial}`]),
    ...(mac === null ? [] : [`mac:${mac}`]),
  ];
}

/** Marks of hosts and cameras, bounded in time: who does not answer has fewer. */
class Marks {
  readonly #found = new Map<string, Set<string>>();

  add(of: string, marks: readonly string[]): void {
    const known = this.#found.get(of) ?? new Set();
    for (const mark of marks) known.add(mark);
    this.#found.set(of, known);
  }

  async ask(of: string, asked: Promise<string[]>): Promise<void> {
    try {
      this.add(of, await asked);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }

  all(): EdgeCommandOutput<'onvif.identify'> {
    return {
      marks: Object.fromEntries([...this.#found].map(([of, marks]) => [of, marks.size > maxMarks ? [] : [...marks]])),
    };
  }
}

/** Tells by what the devices behind hosts can be told apart: their addresses, their hardware, and what they call themselves. */
export async function identifyDevices(
  deps: IdentityDeps,
  { hosts, devices, cameraIds }: Input,
): Promise<EdgeCommandOutput<'onvif.identify'>> {
  const marks = new Marks();
  const asking = askDevices(deps, marks, { devices, cameraIds });
  const byHost = new Map<string, string[]>();
  await forEach([...new Set(hosts)], async (host) => void byHost.set(host, await deps.addressesOf(host)));
  const known = await deps.neighbours();
  const unknown = [...byHost.values()]
    .flat()
    .filter((address) => isIPv4(address) && deps.allows(address) && !known.has(address));
  if (unknown.length > 0) await knock(unknown, deps.knockMs ?? usualKnockMs);
  const neighbours = unknown.length > 0 ? await deps.neighbours() : known;
  for (const [host, addresses] of byHost) {
    marks.add(
      host,
      addresses.map((address) => `ip:${address}`),
    );
    marks.add(
      host,
      addresses.flatMap((address) => neighbours.get(address) ?? []).map((mac) => `mac:${mac}`),
    );
  }
  await asking;
  return marks.all();
}

async function askDevices(
  deps: IdentityDeps,
  marks: Marks,
  { devices, cameraIds }: Pick<Input, 'devices' | 'cameraIds'>,
): Promise<void> {
  const signal = AbortSignal.timeout(deps.askMs ?? usualAskMs);
  const late = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
  const open = async (access: OnvifAccess): Promise<string[]> => ownMarks(await deps.onvif.open({ ...access, signal }));
  const asked = Promise.all([
    forEach(devices, (access) => marks.ask(access.host, open(access))),
    forEach(cameraIds, (cameraId) =>
      signal.aborted ? Promise.resolve() : marks.ask(cameraId, deps.useCamera(cameraId, ownMarks)),
    ),
  ]);
  await Promise.race([asked, late]);
}
