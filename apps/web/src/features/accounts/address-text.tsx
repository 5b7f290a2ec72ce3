import { Trans } from 'react-i18next';

interface AddressTextProps {
  /** A text with `<address>{{email}}</address>` in it. */
  text:
    | 'accounts.verify.lead'
    | 'accounts.reset.sent'
    | 'accounts.invite.for'
    | 'accounts.invite.otherAddress'
    | 'accounts.details.pendingEmail';
  email: string;
}

/** A sentence with an e-mail address, which keeps its own direction. */
export function AddressText({ text, email }: AddressTextProps) {
  return (
    <Trans
      i18nKey={text}
      // The address stands in a `bdi` and is copied from it: no marks in there.
      values={{ email, isolated: false }}
      components={{ address: <bdi dir="ltr" style={{ overflowWrap: 'anywhere' }} /> }}
    />
  );
}
