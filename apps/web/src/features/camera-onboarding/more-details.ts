/** What the wizard asks beside name, place and streams. */
export interface MoreDetails {
  description: string;
  isWebrtc: boolean;
  isWebrtcRelay: boolean;
}

/** As they are before somebody changes them. */
export const firstDetails: MoreDetails = { description: '', isWebrtc: true, isWebrtcRelay: true };

/** As settings of a camera. */
export const settingsOf = ({ description, isWebrtc, isWebrtcRelay }: MoreDetails, autoConfigure: boolean) => ({
  details: { description: description.trim(), autoConfigure },
  delivery: { isWebrtc, isWebrtcRelay },
});
