import { startMailSimulator, type MailFault, type MailSimulator } from '../mail/mail-server.ts';

/** An alarm as a control centre reads it out of a mail. */
export interface ImmixAlarm {
  recipient: string;
  messageId: string;
  /** Elements of the alarm by their names, without what XML escapes. */
  fields: Record<string, string>;
  picture: Buffer | null;
}

/** How a mail goes wrong: `refuse` is 550, `busy` is 451. */
export type ImmixFault = MailFault;

/** A control centre on loopback that takes alarms by mail from anybody, and fails as it is told. */
export interface ImmixReceiver {
  port: number;
  /** One after another, one for each mail. */
  faults: ImmixFault[];
  /** Every alarm that came, again where it came again. */
  alarms(): ImmixAlarm[];
  reset(): void;
  stop(): Promise<void>;
}

const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

function read({ to, headers, text, attachments }: MailSimulator['received'][number]): ImmixAlarm {
  const inside = /<Alarm>([\s\S]*)<\/Alarm>/.exec(text)?.[1] ?? '';
  const fields = [...inside.matchAll(/<(\w+)>([^<]*)<\/\1>/g)].map(([, name = '', value = '']) => [
    name,
    unescaped(value),
  ]);
  return {
    recipient: to[0] ?? '',
    messageId: headers.get('message-id') ?? '',
    fields: Object.fromEntries(fields) as Record<string, string>,
    picture: attachments[0]?.content ?? null,
  };
}

/** Listens on 127.0.0.1, on a free port unless told one. */
export async function startImmixReceiver(port = 0): Promise<ImmixReceiver> {
  const mails = await startMailSimulator({ isOpen: true, port });
  return {
    port: mails.port,
    faults: mails.faults,
    alarms: () => mails.received.map(read),
    reset: () => {
      mails.faults.length = 0;
      mails.received.length = 0;
    },
    stop: () => mails.stop(),
  };
}
