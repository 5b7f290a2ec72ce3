/** Below every real interface, so that it is used only when nothing else connects. */
const loopbackPriority = 2_113_929_215;

/**
 * Adds the loopback address to an answer, for a browser on the same machine: gathering leaves it out, although the socket
 * listens there. `answer` must hold its host candidates already.
 */
export function withLoopbackCandidate(answer: string): string {
  const lines = answer.split('\r\n');
  const last = lines.findLastIndex((line) => /^a=candidate:.* typ host/.test(line));
  const port = /^a=candidate:\S+ 1 UDP \d+ \S+ (\d+) typ host/i.exec(lines[last] ?? '')?.[1];
  if (port === undefined || lines.some((line) => line.includes(' 127.0.0.1 '))) return answer;
  lines.splice(last + 1, 0, `a=candidate:99 1 UDP ${loopbackPriority} 127.0.0.1 ${port} typ host`);
  return lines.join('\r\n');
}
