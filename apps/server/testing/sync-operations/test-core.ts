import { createHash } from 'node:crypto';
import { contentHashText, type Operation } from '@sightline/contracts/link/link-operations';
import type { TestEdge } from '../link/test-edge.ts';

interface PlayedEntity {
  kind: string;
  id: string;
  revision: number;
  content: Record<string, unknown> | null;
}

/** A core that applies what it is told as a real one does, whatever its kind, and answers what it holds. */
export class PlayedCore {
  readonly edge: TestEdge;
  /** What came over the link that it has now, in order. */
  heard: Operation[] = [];
  held = new Map<string, PlayedEntity>();
  lastOperation = 0;
  constructor(edge: TestEdge) {
    this.edge = edge;
    edge.hear((message) => {
      if (message.type === 'operation') this.#apply(message.operation);
    });
    edge.answer('sync.content', () => ({
      lastOperation: this.lastOperation,
      entities: [...this.held.values()].map(({ kind, id, revision, content }) => ({
        kind,
        id,
        revision,
        isLive: content !== null,
        ...(typeof content?.['name'] === 'string' && { name: content['name'] }),
      })),
    }));
    edge.answer('sync.entity', ({ kind, entityId }: { kind: string; entityId: string }) => {
      const { revision = 0, content = null } = this.held.get(`${kind}:${entityId}`) ?? {};
      return { revision, content };
    });
  }

  /** Links as software that knows these kinds; none: as software of before. */
  async link(syncedKinds?: readonly string[]): Promise<void> {
    this.edge.hangUp();
    this.edge.syncedKinds = syncedKinds;
    this.heard = [];
    const { nonce } = await this.edge.dial();
    this.edge.hello(nonce, { lastOperation: this.lastOperation, contentHash: this.hash() });
    await this.edge.next('welcome');
  }

  live(kind: string): PlayedEntity[] {
    return [...this.held.values()].filter((one) => one.kind === kind && one.content !== null);
  }

  hash(): string {
    const live = [...this.held.values()].filter(({ content }) => content !== null);
    return createHash('sha256').update(contentHashText(live)).digest('hex');
  }

  #apply(operation: Operation): void {
    const { entity: kind, entityId: id, revision, desired: content, sequence } = operation;
    this.heard.push(operation);
    const key = `${kind}:${id}`;
    if (revision > (this.held.get(key)?.revision ?? 0)) this.held.set(key, { kind, id, revision, content });
    this.lastOperation = Math.max(this.lastOperation, sequence);
    this.edge.send({ type: 'applied', sequence, contentHash: this.hash() });
  }
}
