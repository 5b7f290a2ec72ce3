/** A service of somebody else that is only played, as people who test see and break it. */
export interface SimulatedService {
  /** In addresses of the control page. */
  id: string;
  name: string;
  /** What one types where it is installed. */
  address: string;
  /** What else one must know to use it. */
  note: string;
  /** How it can behave; the first is well. */
  modes: readonly string[];
  mode(): string;
  setMode(mode: string): void;
  /** What came, the newest first, one line each. */
  received(): string[];
  /** What the people of the service can do, by the words of their button. */
  deeds: Readonly<Record<string, () => void>>;
}

const linesShown = 20;

/** A service at this moment, with the last that came. */
export const shownOf = (service: SimulatedService) => ({
  id: service.id,
  name: service.name,
  address: service.address,
  note: service.note,
  modes: service.modes,
  mode: service.mode(),
  deeds: Object.keys(service.deeds),
  received: service.received().slice(0, linesShown),
});

/** A service as the page shows it. */
export type ShownService = ReturnType<typeof shownOf>;
