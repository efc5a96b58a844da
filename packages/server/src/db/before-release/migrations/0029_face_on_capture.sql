-- Where on the capture the face is: left, top, right, bottom in thousandths. Null where the device said nothing of it.
alter table recognition_record add column face_box smallint[];
