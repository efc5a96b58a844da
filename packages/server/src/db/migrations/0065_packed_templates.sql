-- Face templates are packed: 12 bits a number, 0.8 kB in place of 2 kB. The bytes of float32 are a multiple of four with those of the seal, 28;
-- the bytes of packed ones never are. A job goes along this index until it is empty.
create index face_template__wide on face_template (image_id) where octet_length(embedding_sealed) % 4 = 0;
