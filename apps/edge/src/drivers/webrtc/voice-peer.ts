import { AppError } from '@sightline/contracts/shared/errors';
import { talkChannel } from '@sightline/contracts/talk/talk-limits';
import type { DataChannel, PeerConnection as PeerConnectionType, Track } from 'node-datachannel';
import nodeDataChannel from 'node-datachannel';
import type { AnswerVoice, PeerAudioCodec, VoicePeer, VoicePeerEvents, VoicePeerOptions } from '../peer-driver.ts';
import { withLoopbackCandidate } from './answer-candidates.ts';
import { isUsableCandidate, readVoiceOffer, withoutHiddenCandidates } from './offer-reader.ts';
import { openConnection } from './peer-connection.ts';

const { Audio, RtcpReceivingSession } = nodeDataChannel;

/** The native objects end when they are collected, so they are held as long as the connection. */
interface HeldVoicePeer extends VoicePeer {
  native: { track: Track; channels: DataChannel[] };
}

/** Listens to a browser's microphone with node-datachannel. A fixed port must have been reserved before. */
export const answerVoice: AnswerVoice = (options, events) => {
  const connection = openConnection('talk', options);
  try {
    return negotiate(connection, options, events);
  } catch (error) {
    connection.close();
    throw new AppError('talk_not_possible', { detail: String(error) }, { cause: error });
  }
};

function negotiate(connection: PeerConnectionType, options: VoicePeerOptions, events: VoicePeerEvents): HeldVoicePeer {
  const { codec } = options;
  const voice = readVoiceOffer(options.offerSdp);
  const payloadType = voice?.[codec] ?? null;
  if (voice === null || payloadType === null) throw new Error(`the offer brings no ${codec.toUpperCase()}`);
  let isClosed = false;
  const closed = (): void => {
    if (isClosed) return;
    isClosed = true;
    events.closed();
  };
  connection.onStateChange((state) => {
    if (state === 'failed' || state === 'closed' || state === 'disconnected') closed();
  });
  const found: { candidate: string; mid: string }[] = [];
  connection.onLocalCandidate((candidate, mid) => void found.push({ candidate: candidate.replace(/^a=/, ''), mid }));
  const channels: DataChannel[] = [];
  connection.onDataChannel((channel) => {
    if (channel.getLabel() !== talkChannel || channels.length > 0) return channel.close();
    channels.push(channel);
  });
  connection.setRemoteDescription(withoutHiddenCandidates(options.offerSdp), 'offer');
  const track = addVoice(connection, { mid: voice.mid, payloadType, codec });
  track.onMessage((message) => {
    if (!isClosed) events.packet(new Uint8Array(message));
  });
  connection.setLocalDescription('answer');
  const local = connection.localDescription()?.sdp ?? '';
  return {
    native: { track, channels },
    answerSdp: options.bindAddress === null ? withLoopbackCandidate(local) : local,
    addCandidate(candidate, mid) {
      if (!isClosed && isUsableCandidate(candidate)) connection.addRemoteCandidate(candidate, mid);
    },
    takeCandidates: () => found.splice(0, 64).filter(({ candidate }) => !local.includes(candidate)),
    say(text) {
      const [channel] = channels;
      try {
        if (!isClosed && channel?.isOpen() === true) channel.sendMessage(text);
      } catch {
        // The other end has just gone.
      }
    },
    close() {
      connection.close();
      closed();
    },
  };
}

function addVoice(
  connection: PeerConnectionType,
  voice: { mid: string; payloadType: number; codec: PeerAudioCodec },
): Track {
  const media = new Audio(voice.mid, 'RecvOnly');
  media.addAudioCodec(voice.payloadType, voice.codec.toUpperCase());
  const track = connection.addTrack(media);
  track.setMediaHandler(new RtcpReceivingSession());
  return track;
}
