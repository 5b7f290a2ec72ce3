import nodeDataChannel from 'node-datachannel';
import type { PeerConnection } from 'node-datachannel';
import type { PeerOptions } from '../peer-driver.ts';

/** A connection that answers offers, on the fixed port if there is one; `name` is what the native side calls it. */
export const openConnection = (
  name: string,
  { iceServers, port, bindAddress }: Pick<PeerOptions, 'iceServers' | 'port' | 'bindAddress'>,
): PeerConnection =>
  new nodeDataChannel.PeerConnection(name, {
    iceServers,
    disableAutoNegotiation: true,
    ...(port === 0 ? {} : { enableIceUdpMux: true, portRangeBegin: port, portRangeEnd: port }),
    ...(bindAddress === null ? {} : { bindAddress }),
  });
