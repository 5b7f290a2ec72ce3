/** What the calendar button and the calendar need to know. Instants are UTC ms. */
export interface JumpButtonProps {
  cameraId: string;
  stream: 'main' | 'sub';
  timeZone: string;
  positionMs: number;
  nowMs: number;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
  onJump: (utcMs: number) => void;
}
