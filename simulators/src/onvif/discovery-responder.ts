import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { escapeXml, textOf } from './soap-text.ts';

/** What a device says of itself to those who look for devices. */
export interface DiscoveredSelf {
  uuid: string;
  scopes: string[];
  address: string;
}

export interface DiscoveryResponder {
  /** Probes that were answered. */
  answered(): number;
  stop(): Promise<void>;
}

const group = '239.255.255.250';
/** Port of WS-Discovery. */
const discoveryPort = 3702;

const spaces =
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing" ' +
  'xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"';

function probeMatch(device: DiscoveredSelf, relatesTo: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${spaces}><s:Header><a:MessageID>urn:uuid:${randomUUID()}</a:MessageID><a:RelatesTo>${escapeXml(relatesTo)}</a:RelatesTo><a:To>http://schemas.xmlsoap.org/ws/2004/08/addressing/role/anonymous</a:To><a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/ProbeMatches</a:Action></s:Header><s:Body><d:ProbeMatches><d:ProbeMatch><a:EndpointReference><a:Address>urn:uuid:${device.uuid}</a:Address></a:EndpointReference><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${device.scopes.map(escapeXml).join(' ')}</d:Scopes><d:XAddrs>${escapeXml(device.address)}</d:XAddrs><d:MetadataVersion>1</d:MetadataVersion></d:ProbeMatch></d:ProbeMatches></s:Body></s:Envelope>`;
}

/** Whether a probe asks for devices of our kind: for them by type, or for all. */
function isForUs(xml: string): boolean {
  if (!/<(?:[\w.-]+:)?Probe[\s/>]/.test(xml)) return false;
  const types = textOf(xml, 'Types') ?? '';
  return types === '' || /NetworkVideoTransmitter|\bDevice\b/.test(types);
}

/** Answers WS-Discovery on the network of one interface for all `devices`. `copies` answers that often, as bad networks do. */
export async function startDiscoveryResponder(options: {
  devices: () => DiscoveredSelf[];
  interfaceAddress?: string;
  port?: number;
  copies?: number;
}): Promise<DiscoveryResponder> {
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  let answered = 0;
  socket.on('message', (message, sender) => {
    const xml = message.toString('utf8');
    if (!isForUs(xml)) return;
    for (const device of options.devices()) {
      answered++;
      const answer = probeMatch(device, textOf(xml, 'MessageID') ?? '');
      for (let copy = 0; copy < (options.copies ?? 1); copy++) socket.send(answer, sender.port, sender.address);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(options.port ?? discoveryPort, () => {
      socket.removeListener('error', reject);
      // An answer that cannot be sent is lost, as any datagram may be.
      socket.on('error', () => undefined);
      socket.addMembership(group, options.interfaceAddress ?? '127.0.0.1');
      resolve();
    });
  });
  return { answered: () => answered, stop: () => new Promise((resolve) => void socket.close(() => resolve())) };
}
