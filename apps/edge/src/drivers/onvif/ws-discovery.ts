import { randomUUID } from 'node:crypto';
import type { RemoteInfo, Socket } from 'node:dgram';
import { createSocket } from 'node:dgram';
import type { NetworkInterfaceInfo } from 'node:os';
import { networkInterfaces } from 'node:os';
import type { DeviceNetworks } from '../../platform/device-networks/device-networks.ts';
import { deviceText, macAddressOf } from './device-text.ts';
import type { DiscoverDevices, DiscoveredDevice } from './onvif-port.ts';
import type { XmlElement } from './xml-element.ts';
import { childrenNamed, elementAt, parseXml, textAt, XmlRefusal } from './xml-element.ts';

interface DiscoveryOptions {
  networks: DeviceNetworks;
  /** Port of WS-Discovery; another one in tests. */
  port?: number;
  interfaces?: () => NodeJS.Dict<NetworkInterfaceInfo[]>;
}

const group = '239.255.255.250';
const usualPort = 3702;
/** Datagrams get lost: each network is asked again. */
const askAgainMs = [0, 400, 1_500];
const maxScope = 2_000;

const spaces =
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" ' +
  'xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"';

const probe = (messageId: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${spaces}><s:Header><a:Action s:mustUnderstand="1">http://schemas.xmlsoap.org/ws/2005/04/discovery/Probe</a:Action><a:MessageID>urn:uuid:${messageId}</a:MessageID><a:ReplyTo><a:Address>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:Address></a:ReplyTo><a:To s:mustUnderstand="1">urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To></s:Header><s:Body><d:Probe><d:Types>dn:NetworkVideoTransmitter</d:Types></d:Probe></s:Body></s:Envelope>`;

/** `onvif://www.onvif.org/hardware/Dome%205` among the scopes of a device: what follows the word. */
function scopeOf(scopes: readonly string[], word: string): string {
  const found = scopes.find((scope) => scope.toLowerCase().startsWith(`onvif://www.onvif.org/${word}/`));
  const text = found?.split('/').slice(4).join('/') ?? '';
  try {
    return deviceText(decodeURIComponent(text));
  } catch (error) {
    if (error instanceof URIError) return deviceText(text);
    throw error;
  }
}

/** Addresses of a device that can be called, those without encryption first. */
const webAddresses = (addresses: readonly string[]): URL[] =>
  addresses
    .filter((address) => URL.canParse(address))
    .map((address) => new URL(address))
    .filter(({ protocol }) => protocol === 'http:' || protocol === 'https:')
    .toSorted((a, b) => a.protocol.length - b.protocol.length);

/** Port of the device among its addresses: of the one that names the sender, else of the first. */
function portOf(addresses: readonly URL[], sender: string): number | null {
  const url = addresses.find(({ hostname }) => hostname === sender) ?? addresses[0];
  if (!url) return null;
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port) || null;
}

function deviceOf(match: XmlElement, sender: string): DiscoveredDevice | null {
  const words = (name: string): string[] => textAt(match, name).slice(0, maxScope).split(/\s+/);
  const addresses = webAddresses(words('XAddrs'));
  const port = portOf(addresses, sender);
  if (port === null) return null;
  const scopes = words('Scopes');
  const manufacturer = scopeOf(scopes, 'manufacturer') || scopeOf(scopes, 'mfr');
  const model = scopeOf(scopes, 'hardware');
  return {
    uuid: deviceText(textAt(match, 'EndpointReference', 'Address')),
    namedHosts: addresses.map(({ hostname }) => hostname.replace(/^\[|\]$/g, '')),
    host: sender,
    port,
    name: scopeOf(scopes, 'name') || model,
    manufacturer,
    model,
    macAddress: macAddressOf(scopeOf(scopes, 'mac')),
  };
}

/** Devices that a datagram tells of, when it answers one of our questions. */
function devicesIn(datagram: Buffer, sender: RemoteInfo, asked: ReadonlySet<string>): DiscoveredDevice[] {
  let root: XmlElement;
  try {
    root = parseXml(datagram.toString('utf8'));
  } catch (error) {
    if (error instanceof XmlRefusal) return [];
    throw error;
  }
  if (!asked.has(textAt(root, 'Header', 'RelatesTo'))) return [];
  return childrenNamed(elementAt(root, 'Body', 'ProbeMatches'), 'ProbeMatch').flatMap(
    (match) => deviceOf(match, sender.address) ?? [],
  );
}

/** Asks one network until the signal ends; a network that cannot be asked has no devices for us. */
function askNetwork(
  address: string,
  options: DiscoveryOptions,
  told: { signal: AbortSignal; onDevice: (device: DiscoveredDevice) => void },
): Promise<void> {
  const { signal, onDevice } = told;
  const asked = new Set<string>();
  const socket: Socket = createSocket({ type: 'udp4' });
  const timers: NodeJS.Timeout[] = [];
  const ask = (): void => {
    const messageId = randomUUID();
    asked.add(`urn:uuid:${messageId}`);
    socket.send(probe(messageId), options.port ?? usualPort, group, () => undefined);
  };
  return new Promise((resolve) => {
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      signal.removeEventListener('abort', end);
      for (const timer of timers.splice(0)) clearTimeout(timer);
      socket.close(() => resolve());
    };
    socket.on('error', () => {
      if (timers.length === 0) end();
    });
    socket.on('message', (datagram, sender) => {
      if (!options.networks.allows(sender.address)) return;
      for (const device of devicesIn(datagram, sender, asked)) onDevice(device);
    });
    socket.bind(0, address, () => {
      if (isEnded) return;
      try {
        socket.setMulticastInterface(address);
      } catch {
        // A network that carries no multicast, as of some tunnels and containers.
        return end();
      }
      for (const afterMs of askAgainMs) timers.push(setTimeout(ask, afterMs));
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

/** WS-Discovery on every IPv4 network of this machine, its own included: simulated devices live there. */
export function createDiscovery(options: DiscoveryOptions): DiscoverDevices {
  const { interfaces = networkInterfaces } = options;
  return async (signal, onDevice) => {
    const addresses = Object.values(interfaces())
      .flatMap((list) => list ?? [])
      .filter(({ family }) => family === 'IPv4')
      .map(({ address }) => address);
    await Promise.all(addresses.map((address) => askNetwork(address, options, { signal, onDevice })));
  };
}
