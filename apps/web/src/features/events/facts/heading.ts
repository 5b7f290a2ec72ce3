/** Eight directions in the picture, clockwise from its top. */
export const headingNames = ['up', 'upRight', 'right', 'downRight', 'down', 'downLeft', 'left', 'upLeft'] as const;

export type HeadingName = (typeof headingNames)[number];

/** The nearest of eight directions; `degrees` clockwise from the top of the picture, 0-360. */
export const headingName = (degrees: number): HeadingName => headingNames[Math.round(degrees / 45) % 8] ?? 'up';
