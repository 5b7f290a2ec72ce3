/** A core that announces this finds the face in a picture that the server gives it, as long as it has models for faces. */
export const facePicturesAbility = 'facePictures';

/** A core that announces this knows people by their faces, so that rules can name them. */
export const faceGalleryAbility = 'faceGallery';
