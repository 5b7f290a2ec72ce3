import type { CoreNotice, Edge } from '@sightline/contracts/edges/edge';

/** A notice with the core that said it. */
export interface NoticeOfCore {
  core: Edge;
  notice: CoreNotice;
}

/** Notices of several cores as one list, newest first. */
export const mergeNotices = (cores: readonly { core: Edge; notices: readonly CoreNotice[] }[], limit: number): NoticeOfCore[] =>
  cores
    .flatMap(({ core, notices }) => notices.map((notice) => ({ core, notice })))
    .toSorted((a, b) => b.notice.receivedAtUtcMs - a.notice.receivedAtUtcMs || b.notice.atUtcMs - a.notice.atUtcMs)
    .slice(0, limit);
