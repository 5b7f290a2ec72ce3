import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** What a name server does wrong: it does not want to, cannot, or says nothing. */
export type NameServerFault = 'refused' | 'failed' | 'silent';

/** A name server that knows TXT records, over UDP on this machine. */
export interface NameServerSimulator {
  /** `127.0.0.1:port`, as resolvers take it. */
  address: string;
  /** What a name says; an empty list: the name is there, without such a record. Names that were never set are not there. */
  setText(name: string, values: readonly string[]): void;
  setFault(fault: NameServerFault | null): void;
  /** Names that were asked for so far. */
  asked(): string[];
  stop(): Promise<void>;
}

const headerBytes = 12;
const typeText = 16;
const classInternet = 1;
const maxPartBytes = 255;
const codeOf = { done: 0, failed: 2, absent: 3, refused: 5 } as const;

interface Question {
  name: string;
  type: number;
  /** The question as it came, to be sent back with the answer. */
  bytes: Buffer;
}

/** Reads the first question (RFC 1035, 4.1.2); questions are not compressed. */
function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return {
    name: labels.join('.').toLowerCase(),
    type: message.readUInt16BE(at + 1),
    bytes: message.subarray(headerBytes, at + 5),
  };
}

/** Long values come in parts of at most 255 bytes. */
function textData(value: string): Buffer {
  const bytes = Buffer.from(value);
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || at < bytes.length; at += maxPartBytes) {
    const part = bytes.subarray(at, at + maxPartBytes);
    parts.push(Buffer.of(part.length), part);
  }
  return Buffer.concat(parts);
}

function recordOf(value: string): Buffer {
  const data = textData(value);
  const head = Buffer.alloc(headerBytes);
  // The name is that of the question, which begins behind the header.
  head.writeUInt16BE(0xc000 | headerBytes, 0);
  head.writeUInt16BE(typeText, 2);
  head.writeUInt16BE(classInternet, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function answerTo(
  message: Buffer,
  { question, code, values }: { question: Question; code: number; values: readonly string[] },
): Buffer {
  const head = Buffer.alloc(headerBytes);
  message.copy(head, 0, 0, 2);
  // An answer of the server that is asked, recursion as it was wanted, and what became of it.
  head.writeUInt16BE(0x8480 | (message.readUInt16BE(2) & 0x0100) | code, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(values.length, 6);
  return Buffer.concat([head, question.bytes, ...values.map(recordOf)]);
}

/** Starts a name server on a free port. */
export async function startNameServer(): Promise<NameServerSimulator> {
  const known = new Map<string, readonly string[]>();
  const asked: string[] = [];
  let fault: NameServerFault | null = null;
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const question = readQuestion(message);
    asked.push(question.name);
    if (fault === 'silent') return;
    const found = known.get(question.name);
    const code = fault === null ? (found === undefined ? codeOf.absent : codeOf.done) : codeOf[fault];
    const values = code === codeOf.done && question.type === typeText ? (found ?? []) : [];
    socket.send(answerTo(message, { question, code, values }), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${String(socket.address().port)}`,
    setText: (name, values) => void known.set(name.toLowerCase(), values),
    setFault: (next) => void (fault = next),
    asked: () => [...asked],
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}
