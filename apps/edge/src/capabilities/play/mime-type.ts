/** MIME type for a source buffer; sound other than AAC is left out, because browsers refuse it. */
export function mimeTypeOf(videoCodecString: string, audioCodec: 'aac' | 'pcmu' | 'pcma' | null): string {
  return `video/mp4; codecs="${videoCodecString}${audioCodec === 'aac' ? ', mp4a.40.2' : ''}"`;
}
