/** A microphone that is open, with how loud it is. */
export interface Microphone {
  track: MediaStreamTrack;
  /** How loud it is now, 0..1 by what is heard as half as loud. */
  level(): number;
  close(): void;
}

/** Silence in decibels below full scale, as a room with nobody in it. */
const quietDb = 60;

/** Asks for the microphone. Throws what the browser throws: see `microphoneFailure`. */
export async function openMicrophone(): Promise<Microphone> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const [track] = stream.getAudioTracks();
  if (!track) throw new DOMException('no microphone', 'NotFoundError');
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 512;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    track,
    level() {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      return Math.min(1, Math.max(0, 1 + (10 * Math.log10(power + 1e-12)) / quietDb));
    },
    close() {
      for (const own of stream.getTracks()) own.stop();
      void context.close();
    },
  };
}
