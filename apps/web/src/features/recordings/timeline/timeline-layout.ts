/** Heights of the timeline in CSS pixels; see the look. */
export const timelineHeight = 112;
export const layout = {
  ruler: 28,
  labelY: 14,
  labelledTick: 8,
  tick: 5,
  motionTop: 58,
  motionBottom: 88,
  coverageTop: 90,
  trackBottom: 100,
  smartTop: 94,
  smartNotch: 2,
  smartStep: 5,
  gapWordsY: 60,
  flagHeight: 20,
  motionBar: 3,
  motionStep: 4,
  labelClearance: 56,
  gapWordsFrom: 60,
} as const;
