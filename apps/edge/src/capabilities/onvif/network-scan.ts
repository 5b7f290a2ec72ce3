import type { FoundDevice } from '@sightline/contracts/cameras/camera-onvif';
import type { EdgeCommandInput, EdgeCommandOutput } from '@sightline/contracts/link/link-commands';
import { AppError } from '@sightline/contracts/shared/errors';
import type { DiscoverDevices, DiscoveredDevice, OnvifPort } from '../../drivers/onvif/onvif-port.ts';
import type { ProbedPlace } from './probe-hosts.ts';
import { probeHosts } from './probe-hosts.ts';

export interface NetworkScanDeps {
  discover: DiscoverDevices;
  onvif: Pick<OnvifPort, 'isThere'>;
  /** Addresses that a probe of the subnet knocks at. */
  hosts: () => string[];
  ports: { onvif: readonly number[]; rtsp: readonly number[] };
  /** Hardware addresses by address. */
  neighbours: () => Promise<Map<string, string>>;
  /** Whether this address may be called at all. */
  allows: (address: string) => boolean;
  /** Discovery ends when nothing new came for this long. */
  quietMs?: number;
}

const maxDevices = 512;
/** One machine that says that it is many leaves room for the others. */
const maxPerHost = 64;
/** Each network is asked for a second and a half, and devices wait up to half a second before they answer. */
const usualQuietMs = 2_500;

const empty = { name: '', manufacturer: '', model: '', macAddress: null, uuid: null, namedHosts: [] };

/** A place that answered, with the hosts that it says it has. */
type Answer = FoundDevice & Pick<DiscoveredDevice, 'namedHosts'>;

/**
 * Whether two answers are of one device: they bear the same uuid, and come from one host, from one card, or each names the host of the
 * other. The uuid alone does not tell: cheap devices of one make may all bear the same, and one that is not listed cannot be added.
 */
function isOneDevice(one: Answer, other: Answer): boolean {
  if (one.uuid === null || one.uuid !== other.uuid) return false;
  if (one.host === other.host || (one.macAddress !== null && one.macAddress === other.macAddress)) return true;
  return one.namedHosts.includes(other.host) && other.namedHosts.includes(one.host);
}

/** What was found so far, each place once. */
class Findings {
  readonly #byPlace = new Map<string, Answer>();
  readonly #perHost = new Map<string, number>();

  /** True for a place that was not known. */
  addDiscovered({ uuid, ...device }: DiscoveredDevice): boolean {
    const place = `${device.host}:${String(device.port)}`;
    // What was probed is filled in.
    if (this.#byPlace.get(place)?.source === 'discovery' || this.#byPlace.size >= maxDevices) return false;
    const ofHost = this.#perHost.get(device.host) ?? 0;
    if (ofHost >= maxPerHost) return false;
    this.#perHost.set(device.host, ofHost + 1);
    this.#byPlace.set(place, { ...device, uuid: uuid === '' ? null : uuid, source: 'discovery', isOnvif: true });
    return true;
  }

  addProbed({ host, port, isOnvif }: ProbedPlace): void {
    const place = `${host}:${String(port)}`;
    if (!this.#byPlace.has(place) && this.#byPlace.size < maxDevices)
      this.#byPlace.set(place, { host, port, source: 'probe', isOnvif, ...empty });
  }

  /** Each device once, at the first of its addresses that answered. `neighbours`: hardware addresses by address. */
  list(neighbours: ReadonlyMap<string, string>): FoundDevice[] {
    const devices: Answer[] = [];
    for (const place of this.#ownPlaces()) {
      const answer = { ...place, macAddress: place.macAddress ?? neighbours.get(place.host) ?? null };
      if (!devices.some((device) => isOneDevice(device, answer))) devices.push(answer);
    }
    return devices.map(({ namedHosts: _, ...device }) => device);
  }

  /** A stream of a host that speaks ONVIF is that device and none of its own, and so is its second ONVIF port. */
  #ownPlaces(): Answer[] {
    const all = [...this.#byPlace.values()];
    const discovered = new Set(all.filter(({ source }) => source === 'discovery').map(({ host }) => host));
    const onvif = new Set(all.filter(({ isOnvif }) => isOnvif).map(({ host }) => host));
    const seen = new Set<string>();
    return all.filter(({ host, source, isOnvif }) => {
      if (source === 'discovery') return true;
      if (discovered.has(host) || (!isOnvif && onvif.has(host)) || seen.has(host)) return false;
      seen.add(host);
      return true;
    });
  }
}

/** Looks for cameras in the networks of this core; one search at a time. */
export class NetworkScan {
  readonly #deps: NetworkScanDeps;
  #running: { scanId: string; stop: AbortController } | null = null;

  constructor(deps: NetworkScanDeps) {
    this.#deps = deps;
  }

  /** Answers what was found when all was asked, the time is over, or it was cancelled; `isCut` for the latter two. */
  async scan({
    scanId,
    forMs,
    probesSubnet,
  }: EdgeCommandInput<'onvif.scan'>): Promise<EdgeCommandOutput<'onvif.scan'>> {
    if (this.#running !== null) throw new AppError('onvif_scan_running');
    const stop = new AbortController();
    this.#running = { scanId, stop };
    const timer = setTimeout(() => stop.abort(), forMs);
    const findings = new Findings();
    try {
      await Promise.all([
        this.#discover(findings, stop.signal),
        probesSubnet ? this.#probe(findings, stop.signal) : null,
      ]);
      const devices = findings.list(await this.#deps.neighbours());
      return { devices, isCut: stop.signal.aborted };
    } finally {
      clearTimeout(timer);
      this.#running = null;
    }
  }

  cancel(scanId: string): void {
    if (this.#running?.scanId === scanId) this.#running.stop.abort();
  }

  stop(): void {
    this.#running?.stop.abort();
  }

  async #discover(findings: Findings, signal: AbortSignal): Promise<void> {
    const { quietMs = usualQuietMs } = this.#deps;
    const quiet = new AbortController();
    let timer = setTimeout(() => quiet.abort(), quietMs);
    await this.#deps.discover(AbortSignal.any([signal, quiet.signal]), (device) => {
      if (!findings.addDiscovered(device)) return;
      clearTimeout(timer);
      timer = setTimeout(() => quiet.abort(), quietMs);
    });
    clearTimeout(timer);
  }

  async #probe(findings: Findings, signal: AbortSignal): Promise<void> {
    const { onvif, ports, allows, neighbours } = this.#deps;
    const hosts = this.#deps.hosts().filter(allows);
    await probeHosts({ onvif, ports, neighbours, signal, onPlace: (place) => findings.addProbed(place) }, hosts);
  }
}
