import { useState } from 'react';

interface EventPictureProps {
  src: string;
  alt: string;
  className: string | undefined;
}

/** A picture of an event, and nothing where it is withheld or its address has ended. */
export function EventPicture({ src, alt, className }: EventPictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  return src === brokenUrl ? null : <img className={className} src={src} alt={alt} onError={() => setBrokenUrl(src)} />;
}
