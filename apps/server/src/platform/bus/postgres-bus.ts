import pg from 'pg';
import { newId } from '../ids/ids.ts';
import { createSubscriptions, type Bus } from './bus.ts';

const channel = 'sightline';
/** PostgreSQL refuses notifications of 8,000 bytes; longer ones are stored and fetched. */
const inlineBytes = 7_000;
const batchSize = 500;
const reconnectMs = 250;
const keepMessagesSeconds = 60;

interface Envelope {
  /** Equal notifications of one transaction are merged, so that every one needs an id. */
  id: string;
  topic: string;
  body?: unknown;
}

export interface PostgresBusOptions {
  connectionString: string;
  onError: (error: unknown) => void;
}

/** The bus of several server processes on one database: one dedicated connection that listens, one that notifies in batches. */
export class PostgresBus implements Bus {
  readonly #options: PostgresBusOptions;
  readonly #subscriptions;
  readonly #gapHandlers: (() => void)[] = [];
  #listener: pg.Client | null = null;
  #sender: pg.Client | null = null;
  #waiting: Envelope[] = [];
  #sending: Promise<void> | null = null;
  #receiving: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(options: PostgresBusOptions) {
    this.#options = options;
    this.#subscriptions = createSubscriptions(options.onError);
  }

  async start(): Promise<void> {
    this.#listener = await this.#connect();
    this.#listener.on('notification', (message) => this.#receive(message.payload ?? ''));
    await this.#listener.query(`listen ${channel}`);
    const lost = (): void => void this.#reconnect();
    this.#listener.once('end', lost);
  }

  publish(topic: string, body: unknown): void {
    this.#waiting.push({ id: newId(), topic, body });
    this.#sending ??= Promise.resolve()
      .then(() => this.#flush())
      .finally(() => {
        this.#sending = null;
      });
  }

  subscribe(topic: string, handler: (body: unknown) => void): () => void {
    return this.#subscriptions.add(topic, handler);
  }

  onGap(handler: () => void): void {
    this.#gapHandlers.push(handler);
  }

  async stop(): Promise<void> {
    await this.#sending;
    this.#isStopped = true;
    await Promise.all([this.#listener?.end(), this.#sender?.end()]);
  }

  async #connect(): Promise<pg.Client> {
    // A message may be lost anyway: it need not wait for the disk.
    const options = '-c role=sightline_app -c synchronous_commit=off';
    const client = new pg.Client({ connectionString: this.#options.connectionString, options, keepAlive: true });
    client.on('error', (error) => this.#options.onError(error));
    await client.connect();
    return client;
  }

  async #reconnect(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.start();
        for (const handler of this.#gapHandlers) handler();
        return;
      } catch (error) {
        this.#options.onError(error);
        await new Promise((resolve) => setTimeout(resolve, reconnectMs));
      }
    }
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, batchSize);
      try {
        await this.#send(batch);
      } catch (error) {
        // Lost like any message while the database is away; listeners are told of the gap when it returns.
        this.#options.onError(error);
        await this.#sender?.end().catch(this.#options.onError);
        this.#sender = null;
      }
    }
  }

  async #send(batch: readonly Envelope[]): Promise<void> {
    this.#sender ??= await this.#connect();
    const sender = this.#sender;
    const texts = batch.map((envelope) => ({ envelope, text: JSON.stringify(envelope) }));
    const long = texts.filter(({ text }) => Buffer.byteLength(text) > inlineBytes);
    if (long.length > 0) {
      await sender.query(
        `delete from bus_messages where created_at < now() - make_interval(secs => ${keepMessagesSeconds})`,
      );
      await sender.query('insert into bus_messages (id, body) select * from unnest($1::uuid[], $2::text[])', [
        long.map(({ envelope }) => envelope.id),
        long.map(({ text }) => text),
      ]);
    }
    const payloads = texts.map(({ envelope, text }) =>
      Buffer.byteLength(text) > inlineBytes ? JSON.stringify({ id: envelope.id, topic: '' }) : text,
    );
    await sender.query(`select pg_notify('${channel}', payload) from unnest($1::text[]) as payload`, [payloads]);
  }

  #receive(payload: string): void {
    const envelope = JSON.parse(payload) as Envelope;
    // One chain keeps the order although long messages take a query.
    this.#receiving = this.#receiving
      .then(async () => {
        const whole = envelope.topic === '' ? await this.#fetch(envelope.id) : envelope;
        if (whole) this.#subscriptions.deliver(whole.topic, whole.body);
      })
      .catch(this.#options.onError);
  }

  async #fetch(id: string): Promise<Envelope | null> {
    const answer = await this.#listener?.query<{ body: string }>('select body from bus_messages where id = $1', [id]);
    const body = answer?.rows[0]?.body;
    return body === undefined ? null : (JSON.parse(body) as Envelope);
  }
}
