import { endpointUfrag, localChannel } from '@sightline/contracts/local-grants/local-endpoint-name';
import type { FromEndpoint, ToEndpoint } from '@sightline/contracts/local-grants/local-endpoint';
import type { LocalEndpointFacts } from '@sightline/contracts/local-grants/local-grant';
import type { DataChannel, PeerConnection as PeerConnectionType } from 'node-datachannel';
import nodeDataChannel from 'node-datachannel';

const { PeerConnection } = nodeDataChannel;

type Asked<T> = T extends { requestId: number } ? Omit<T, 'requestId'> : never;

/** What a browser does at the door of a core, without a browser. */
export class EndpointVisitor {
  readonly heard: FromEndpoint[] = [];
  state = 'new';
  readonly #connection: PeerConnectionType;
  readonly #channel: DataChannel;
  #lastRequest = 0;

  constructor({ port, fingerprint, password }: LocalEndpointFacts, name = 'abcd1234') {
    this.#connection = new PeerConnection('visitor', { iceServers: [], disableAutoNegotiation: true });
    this.#connection.onStateChange((state) => (this.state = state));
    this.#channel = this.#connection.createDataChannel(localChannel);
    this.#channel.onMessage((message) => this.heard.push(JSON.parse(message as string) as FromEndpoint));
    this.#connection.setLocalDescription('offer');
    const own = /a=ice-pwd:(\S+)/.exec(this.#connection.localDescription()!.sdp)![1]!;
    const answer = [
      'v=0',
      'o=- 0 0 IN IP4 0.0.0.0',
      's=-',
      't=0 0',
      'a=group:BUNDLE 0',
      'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
      'c=IN IP4 0.0.0.0',
      'a=mid:0',
      'a=setup:active',
      `a=ice-ufrag:${endpointUfrag(name, own)}`,
      `a=ice-pwd:${password}`,
      `a=fingerprint:sha-256 ${fingerprint}`,
      'a=sctp-port:5000',
      `a=candidate:1 1 UDP 2113937151 127.0.0.1 ${String(port)} typ host`,
      '',
    ];
    this.#connection.setRemoteDescription(answer.join('\r\n'), 'answer');
  }

  get isIn(): boolean {
    return this.#channel.isOpen();
  }

  say(message: ToEndpoint | string): void {
    this.#channel.sendMessage(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** Sends a request and waits for what answers it. */
  async ask(request: Asked<ToEndpoint>): Promise<FromEndpoint> {
    const requestId = ++this.#lastRequest;
    this.say({ ...request, requestId } as ToEndpoint);
    return this.next((message) => 'requestId' in message && message.requestId === requestId);
  }

  /** The first message that passes, already there or still to come; `refused` always does. */
  async next(test: (message: FromEndpoint) => boolean): Promise<FromEndpoint> {
    for (
      const endMs = performance.now() + 20_000;
      performance.now() < endMs;
      await new Promise((resolve) => setTimeout(resolve, 5))
    ) {
      const found = this.heard.find((message) => message.type === 'refused' || test(message));
      if (found) return found;
    }
    throw new Error(`the door did not answer: ${JSON.stringify(this.heard)}, ${this.state}`);
  }

  close(): void {
    this.#connection.close();
  }
}
