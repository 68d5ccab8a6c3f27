CREATE TABLE "turns" (

);
