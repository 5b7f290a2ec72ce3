import { localMessageBytes } from '@sightline/contracts/local-grants/local-endpoint';
import type { HeldPort, OpenEndpoint, ReservePort, Visitor } from '../../drivers/peer-driver.ts';
import type { EndpointDismiss, EndpointEvent, EndpointSay } from './endpoint-messages.ts';

export interface LocalEndpointDeps {
  openEndpoint: OpenEndpoint;
  reservePort: ReservePort;
  emit: (event: EndpointEvent) => void;
}

interface Wanted {
  identity: { certificatePem: string; keyPem: string; password: string } | null;
  bindAddress: string | null;
  /** The port that viewers share, when they share one. */
  shared: { port: number; held: HeldPort } | null;
}

/** A visitor who says more than this in a second is no browser of ours. */
const maxPerSecond = 100;
const farewellMs = 250;
const firstFreePort = 49_152;
const tries = 40;

/** Opens and shuts the door, and carries what visitors say to the main process and back: it knows nothing of grants. */
export class LocalEndpoint {
  readonly #deps: LocalEndpointDeps;
  readonly #visitors = new Map<number, Visitor>();
  #lastVisit = 0;
  #open: { key: string; door: { close: () => void }; own: HeldPort | null } | null = null;

  constructor(deps: LocalEndpointDeps) {
    this.#deps = deps;
  }

  configure({ identity, bindAddress, shared }: Wanted): void {
    const key =
      identity === null
        ? ''
        : JSON.stringify([identity.certificatePem, identity.password, bindAddress, shared?.port ?? null]);
    if (key === (this.#open?.key ?? '')) return;
    this.#shut();
    if (identity === null) return this.#deps.emit({ type: 'door.opened', port: null });
    const place = shared ?? this.#ownPort(bindAddress);
    if (place === null) return this.#deps.emit({ type: 'door.opened', port: null });
    const door = this.#deps.openEndpoint(
      { ...place, bindAddress, identity },
      { visitor: (visitor) => this.#visit(visitor) },
    );
    this.#open = { key, door, own: shared === null ? place.held : null };
    this.#deps.emit({ type: 'door.opened', port: place.port });
  }

  say({ visitId, text }: EndpointSay): void {
    this.#visitors.get(visitId)?.transport.sendText(text);
  }

  /** What was said last may still be on its way. */
  dismiss({ visitId }: EndpointDismiss): void {
    const visitor = this.#visitors.get(visitId);
    if (visitor) setTimeout(() => visitor.dismiss(), farewellMs).unref();
  }

  stop(): void {
    this.#shut();
  }

  #shut(): void {
    this.#open?.door.close();
    this.#open?.own?.release();
    this.#open = null;
  }

  /** Where the usual port is not to be had, any other does: browsers are told which. */
  #ownPort(bindAddress: string | null): { port: number; held: HeldPort } | null {
    for (let attempt = 0; attempt < tries; attempt++) {
      const port = firstFreePort + Math.floor(Math.random() * (65_536 - firstFreePort));
      const held = this.#deps.reservePort(port, bindAddress);
      if (held !== null) return { port, held };
    }
    return null;
  }

  #visit(visitor: Visitor): void {
    const visitId = ++this.#lastVisit;
    const { emit } = this.#deps;
    let second = 0;
    let said = 0;
    this.#visitors.set(visitId, visitor);
    emit({ type: 'door.visit', visitId });
    visitor.transport.listen({
      text: (text) => {
        const now = Math.floor(performance.now() / 1_000);
        said = now === second ? said + 1 : 1;
        second = now;
        if (said > maxPerSecond || text.length > localMessageBytes) return visitor.dismiss();
        emit({ type: 'door.message', visitId, text });
      },
      closed: () => {
        if (!this.#visitors.delete(visitId)) return;
        visitor.dismiss();
        emit({ type: 'door.left', visitId });
      },
    });
  }
}
