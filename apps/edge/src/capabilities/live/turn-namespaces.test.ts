import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

// A core behind the address translation of its site, a browser elsewhere, and between them nothing but a TURN server: networks
// of this machine that reach each other only where it says so here.

const secret = 'a secret of sixteen and more';
const [turnAtSite, siteAtTurn] = ['203.0.113.1', '203.0.113.2'];
const [turnAtDesk, desk] = ['198.51.100.1', '198.51.100.2'];
const port = 3478;

const run = (command: string): string =>
  execFileSync('sh', ['-ec', command], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** What this machine lacks for it; null when nothing. */
function lacking(): string | null {
  if (process.getuid?.() !== 0) return 'needs root';
  for (const program of ['turnserver', 'ip', 'nft']) {
    try {
      run(`command -v ${program}`);
    } catch {
      return `needs ${program} (packages coturn, iproute2, nftables)`;
    }
  }
  try {
    run('ip netns add sightline-probe; ip netns del sightline-probe');
    return null;
  } catch {
    return 'needs the right to make network namespaces';
  }
}

const reason = lacking();
const prefix = `sl${String(process.pid)}`;
const children: ChildProcess[] = [];

const makeNetworks = (): string =>
  run(`
    for name in core site turn desk; do ip netns add ${prefix}-$name; ip -n ${prefix}-$name link set lo up; done
    wire() {
      ip link add name $2 netns ${prefix}-$1 type veth peer name $5 netns ${prefix}-$4
      ip -n ${prefix}-$1 addr add $3/24 dev $2; ip -n ${prefix}-$1 link set $2 up
      ip -n ${prefix}-$4 addr add $6/24 dev $5; ip -n ${prefix}-$4 link set $5 up
    }
    wire core lan 192.168.77.2 site lan 192.168.77.1
    wire site wan ${siteAtTurn} turn site ${turnAtSite}
    wire desk wan ${desk} turn desk ${turnAtDesk}
    ip -n ${prefix}-core route add default via 192.168.77.1
    ip -n ${prefix}-site route add default via ${turnAtSite}
    ip -n ${prefix}-desk route add default via ${turnAtDesk}
    # What a server of the internet sends to private addresses gets lost; an error instead would end its session.
    ip -n ${prefix}-turn route add default via ${desk}
    ip netns exec ${prefix}-turn sh -c 'echo 0 > /proc/sys/net/ipv4/ip_forward'
    ip netns exec ${prefix}-site sh -c 'echo 1 > /proc/sys/net/ipv4/ip_forward
      nft add table ip nat
      nft "add chain ip nat out { type nat hook postrouting priority 100 ; }"
      nft add rule ip nat out oifname wan masquerade'`);

function start(network: string, command: string, args: readonly string[]): ChildProcess {
  const child = spawn('ip', ['netns', 'exec', `${prefix}-${network}`, command, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

const startNode = (network: string, file: string, args: readonly string[] = []): ChildProcess =>
  start(network, process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...args]);

const onLine = (child: ChildProcess, hear: (line: never) => void): void => {
  if (child.stdout) createInterface({ input: child.stdout }).on('line', (text) => hear(JSON.parse(text) as never));
};

let core: ChildProcess;
/** What the core says: an answer, or the code of its refusal. */
interface Said<T> {
  body?: T;
  code?: string;
}
const waiting = new Map<number, (said: Said<never>) => void>();
const ask = <T>(question: object): Promise<Said<T>> =>
  new Promise((resolve) => {
    const id = waiting.size + 1;
    waiting.set(id, resolve);
    core.stdin?.write(`${JSON.stringify({ id, ...question })}\n`);
  });

interface Seen {
  state: string;
  kind: string | null;
  pictures: number;
  firstMs: number | null;
  /** Code by which the core ended it. */
  refusal: string | null;
}

type Update = (
  | { type: 'offer'; sdp: string }
  | { type: 'candidate'; candidate: string; mid: string }
  | ({ type: 'state' } & Seen)
) &
  object;

/** Watches the camera from the desk, carrying messages between the two as the server does. */
function watch(password: string | null, stunServers = [`stun:${turnAtSite}:${String(port)}`]): Seen {
  const seen: Seen = { state: 'new', kind: null, pictures: 0, firstMs: null, refusal: null };
  const username = `${String(Math.floor(Date.now() / 1_000) + 600)}:${randomUUID()}`;
  const credential = password === null ? '' : createHmac('sha1', password).update(username).digest('base64');
  const servers =
    password === null ? [] : [{ hostname: turnAtDesk, port, username, password: credential, relayType: 'TurnUdp' }];
  const browser = startNode('desk', '../../../testing/live/test-turn-desk-child.ts', [JSON.stringify(servers)]);
  const leaseId = randomUUID();
  const say = (line: object): void => void browser.stdin?.write(`${JSON.stringify(line)}\n`);
  const notifyCore = async (candidate: object): Promise<void> => {
    if (seen.refusal !== null) return;
    const { body, code } = await ask<{ candidates: object[] }>({ type: 'candidate', leaseId, ...candidate });
    seen.refusal = code ?? null;
    for (const found of body?.candidates ?? []) say({ type: 'candidate', ...found });
  };
  let answered: Promise<unknown> = Promise.resolve();
  onLine(browser, (update: Update) => {
    // What the core finds later is asked for with an empty candidate, as browsers do.
    const candidate = update.type === 'candidate' ? update : { candidate: '', mid: '0' };
    if (update.type === 'state') Object.assign(seen, update);
    if (update.type === 'offer') {
      answered = ask<{ sdp: string }>({ type: 'offer', leaseId, sdp: update.sdp, stunServers }).then(({ body }) =>
        say({ type: 'answer', ...body }),
      );
    } else if (update.type === 'candidate' || update.state === 'connecting')
      answered = answered.then(() => notifyCore(candidate));
  });
  return seen;
}

describe.skipIf(reason !== null)(
  `LIVE-002 between networks that only a TURN server joins${reason === null ? '' : `: ${reason}`}`,
  () => {
    beforeAll(async () => {
      makeNetworks();
      const shared = [
        '--use-auth-secret',
        `--static-auth-secret=${secret}`,
        '--realm=sightline',
        '--no-cli',
        '--no-tls',
        '--no-dtls',
        '--fingerprint',
      ];
      const places = [turnAtSite, turnAtDesk].map((address) => `--listening-ip=${address}`);
      const turn = start('turn', 'turnserver', [
        '-n',
        ...places,
        `--relay-ip=${turnAtSite}`,
        ...shared,
        '--log-file=stdout',
        `--pidfile=/tmp/${prefix}.pid`,
      ]);
      turn.stdout?.resume();
      core = startNode('core', '../../../testing/live/test-turn-core-child.ts');
      const ready = new Promise((resolve) => waiting.set(0, resolve));
      onLine(core, ({ id, ...said }: { id: number } & Said<never>) => waiting.get(id)?.(said));
      await ready;
    }, 60_000);

    afterAll(() => {
      for (const child of children) child.kill('SIGKILL');
      run(`for name in core site turn desk; do ip netns del ${prefix}-$name; done`);
    });

    it('media arrives relayed with the secret; without a TURN server, or with a wrong password, nothing does and the connection fails', async () => {
      const relayed = watch(secret);
      const direct = watch(null);
      const stranger = watch('another secret');
      await vi.waitFor(() => expect(relayed.pictures).toBeGreaterThan(20), { timeout: 30_000 });
      expect(relayed).toMatchObject({ state: 'connected', kind: 'relay' });
      process.stdout.write(`first packet over TURN after ${String(relayed.firstMs)} ms\n`);
      // The core gave up: no way was found.
      await vi.waitFor(
        () => expect([direct.refusal, stranger.refusal]).toEqual(['live_lease_ended', 'live_lease_ended']),
        { timeout: 60_000 },
      );
      expect([direct.state, stranger.state]).not.toContain('connected');
      expect([direct.pictures, stranger.pictures]).toEqual([0, 0]);
    }, 90_000);
  },
);
