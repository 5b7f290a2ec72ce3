import {
  dhcpReservation,
  dhcpSettings,
  type dhcpCommands,
  type DhcpReservation,
  type DhcpSettings,
  type DhcpState,
} from '@sightline/contracts/edges/dhcp';
import { AppError } from '@sightline/contracts/shared/errors';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { DhcpProbe, DhcpServer } from '../../drivers/dhcp-server.ts';
import { Backoff } from '../../platform/backoff.ts';
import type { CommandHandlers } from '../../platform/link/command-handlers.ts';
import type { Log } from '../../platform/log/log.ts';
import { checkRange, checkReservation, checkReservationsFit, ownAddressOn } from './dhcp-checks.ts';
import type { DnsmasqPlaces } from './dnsmasq-files.ts';
import { dnsmasqConfig, readLeases, reservationFile } from './dnsmasq-files.ts';
import { ipv4Text, networkOf, type OwnAddress } from './ipv4.ts';

export interface DhcpDeps {
  /** Folder of its own. */
  folder: string;
  server: DhcpServer;
  probe: DhcpProbe;
  /** Addresses of this machine as they are now. */
  addresses: () => OwnAddress[];
  log: Log;
  /** Waits between attempts to go on as before; tests take shorter ones. */
  retry?: { firstMs: number; limitMs: number };
}

/** An interface may come up after the core, and a cable be plugged in at any time: devices without an address are not left waiting for long. */
const usualRetry = { firstMs: 1_000, limitMs: 30_000 };

const kept = z.object({ enabled: z.boolean(), settings: dhcpSettings.nullable(), reserved: z.array(dhcpReservation) });
type Kept = z.infer<typeof kept>;

/** Gives out addresses on the camera network, with some of them kept for certain devices. One wish at a time. */
export class DhcpService {
  readonly #deps: DhcpDeps;
  readonly #places: DnsmasqPlaces;
  #state: Kept = { enabled: false, settings: null, reserved: [] };
  #probed: DhcpState['probe'] = null;
  #queue: Promise<unknown> = Promise.resolve();
  #startFailure: string | null = null;
  readonly #backoff: Backoff;
  #retryTimer: NodeJS.Timeout | null = null;
  #isStopped = false;

  constructor(deps: DhcpDeps) {
    this.#deps = deps;
    this.#backoff = new Backoff(deps.retry ?? usualRetry);
    const { folder } = deps;
    this.#places = {
      config: join(folder, 'dnsmasq.conf'),
      hosts: join(folder, 'hosts'),
      leases: join(folder, 'leases'),
    };
  }

  /** Goes on as before the restart; what does not work is told, tried again until it does, and never holds up the core. */
  start(): void {
    try {
      // First what is wanted: a folder that cannot be used must not make it forgotten, and overwritten by the next wish.
      this.#state = this.#read();
      mkdirSync(this.#places.hosts, { recursive: true, mode: 0o700 });
    } catch (error) {
      return this.#retryLater(error, () => void this.#one(async () => this.start()));
    }
    void this.#resume();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#forgetRetry();
    await this.#queue.catch(() => undefined);
    await this.#deps.server.stop();
  }

  async get(): Promise<DhcpState> {
    const { server, addresses } = this.#deps;
    const { enabled, settings, reserved } = this.#state;
    return {
      isInstalled: await server.isInstalled(),
      enabled,
      isRunning: server.isRunning,
      failure: enabled && !server.isRunning ? (server.failure ?? this.#startFailure) : null,
      settings,
      interfaces: addresses().slice(0, 64),
      leases: readLeases(readText(this.#places.leases)).slice(0, 2000),
      reserved,
      probe: this.#probed,
    };
  }

  /** Switches on with these settings, or off. What is refused leaves everything as it was. */
  set({ enabled, settings }: { enabled: boolean; settings: DhcpSettings | null }): Promise<DhcpState> {
    return this.#one(async () => {
      const before = this.#state;
      const next = { ...before, enabled, settings: settings ?? before.settings };
      if (!enabled) {
        // Switching off needs nothing; a network that is only prepared must be one that can be served.
        if (settings !== null && !isDeepStrictEqual(settings, before.settings)) this.#checkNetwork(next, settings);
        await this.#deps.server.stop();
        this.#keep(next);
        return this.get();
      }
      if (next.settings === null) throw new AppError('validation_failed', { fields: ['settings'] });
      try {
        await this.#examine(next, next.settings);
        await this.#serve(next);
      } catch (error) {
        await this.#goBack(before);
        throw error;
      }
      this.#keep(next);
      return this.get();
    });
  }

  reserve(reservation: DhcpReservation): Promise<DhcpState> {
    return this.#one(() => {
      const { settings, reserved } = this.#state;
      if (settings === null) throw new AppError('dhcp_not_set_up');
      checkReservation(reservation, reserved, ownAddressOn(settings.interface, this.#deps.addresses()));
      const others = reserved.filter(({ macAddress }) => macAddress !== reservation.macAddress);
      return this.#changeReserved([...others, reservation].toSorted((a, b) => (a.macAddress < b.macAddress ? -1 : 1)));
    });
  }

  release({ macAddress }: { macAddress: string }): Promise<DhcpState> {
    return this.#one(() => {
      if (!this.#state.reserved.some((reservation) => reservation.macAddress === macAddress))
        throw new AppError('not_found');
      return this.#changeReserved(this.#state.reserved.filter((reservation) => reservation.macAddress !== macAddress));
    });
  }

  #changeReserved(reserved: DhcpReservation[]): Promise<DhcpState> {
    this.#keep({ ...this.#state, reserved });
    this.#writeHosts();
    // New files are seen by themselves, deleted ones only this way.
    this.#deps.server.reload();
    return this.get();
  }

  #checkNetwork({ reserved }: Kept, settings: DhcpSettings): OwnAddress {
    const at = ownAddressOn(settings.interface, this.#deps.addresses());
    checkRange(settings, at);
    checkReservationsFit(reserved, at);
    return at;
  }

  async #examine(next: Kept, settings: DhcpSettings): Promise<void> {
    const { server, probe } = this.#deps;
    if (!(await server.isInstalled())) throw new AppError('dhcp_not_installed');
    const at = this.#checkNetwork(next, settings);
    // Its own answer must not be taken for another server's.
    await server.stop();
    const found = await probe({ address: at.address, broadcast: ipv4Text(networkOf(at).last) });
    if (typeof found === 'object') throw new AppError('dhcp_other_server', { server: found.server });
    this.#probed = found;
  }

  async #serve({ settings }: Kept): Promise<void> {
    if (settings === null) return;
    const at = ownAddressOn(settings.interface, this.#deps.addresses());
    writeWhole(
      this.#places.config,
      dnsmasqConfig(settings, at, { places: this.#places, account: userInfo().username }),
    );
    this.#writeHosts();
    await this.#deps.server.start(this.#places.config);
    this.#startFailure = null;
    this.#forgetRetry();
    this.#backoff.reset();
  }

  async #goBack(before: Kept): Promise<void> {
    if (!before.enabled || this.#deps.server.isRunning) return;
    await this.#serve(before).catch((error: unknown) => this.#retryLater(error));
  }

  /** Serves as wanted unless that happens already; what people wish meanwhile comes first and counts. */
  #resume(): Promise<void> {
    return this.#one(async () => {
      const { enabled, settings } = this.#state;
      if (this.#isStopped || !enabled || settings === null || this.#deps.server.isRunning) return;
      await this.#serve(this.#state).catch((error: unknown) => this.#retryLater(error));
    });
  }

  #retryLater(error: unknown, retry = (): void => void this.#resume()): void {
    this.#noteFailure(error);
    this.#forgetRetry();
    if (!this.#isStopped) this.#retryTimer = setTimeout(retry, this.#backoff.next());
  }

  #forgetRetry(): void {
    if (this.#retryTimer) clearTimeout(this.#retryTimer);
    this.#retryTimer = null;
  }

  #noteFailure(error: unknown): void {
    const detail = reasonOf(error);
    this.#startFailure = detail.slice(0, 500);
    this.#deps.log.warn({ detail }, 'DHCP could not be started');
  }

  #writeHosts(): void {
    const { hosts } = this.#places;
    const wanted = new Map(
      this.#state.reserved.map((reservation) => [
        reservationFile(reservation).name,
        reservationFile(reservation).content,
      ]),
    );
    for (const name of readdirSync(hosts)) if (!wanted.has(name)) rmSync(join(hosts, name), { force: true });
    // Drafts lie outside: dnsmasq reads whatever appears among its reservations.
    const draft = join(this.#deps.folder, 'reservation.new');
    for (const [name, content] of wanted)
      if (readText(join(hosts, name)) !== content) writeWhole(join(hosts, name), content, draft);
  }

  #keep(state: Kept): void {
    this.#state = state;
    writeWhole(join(this.#deps.folder, 'dhcp.json'), JSON.stringify(state));
  }

  #read(): Kept {
    const text = readText(join(this.#deps.folder, 'dhcp.json'));
    if (text === '') return this.#state;
    try {
      return kept.parse(JSON.parse(text));
    } catch (error) {
      this.#deps.log.error(
        { detail: String(error) },
        'the settings of DHCP are damaged; it stays off until it is set up again',
      );
      return this.#state;
    }
  }

  #one<T>(request: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(request, request);
    this.#queue = done.catch(() => undefined);
    return done;
  }
}

/** The last words of the program, else what the catalogue says and of what. */
function reasonOf(error: unknown): string {
  if (!(error instanceof AppError)) return String(error);
  const { detail } = error.data;
  return typeof detail === 'string' ? detail : [error.message, ...Object.values(error.data).map(String)].join(' ');
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Renamed into place: whoever reads it never sees half a file. */
function writeWhole(path: string, content: string, draft = `${path}.new`): void {
  writeFileSync(draft, content, { mode: 0o600 });
  renameSync(draft, path);
}

/** Answers what the server asks of the camera network. */
export const dhcpHandlers = (dhcp: DhcpService): CommandHandlers<keyof typeof dhcpCommands> => ({
  'dhcp.get': () => dhcp.get(),
  'dhcp.set': (input) => dhcp.set(input),
  'dhcp.reserve': (input) => dhcp.reserve(input),
  'dhcp.release': (input) => dhcp.release(input),
});
