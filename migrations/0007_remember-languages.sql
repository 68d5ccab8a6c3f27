CREATE TABLE `languages` (
	`subject` text PRIMARY KEY NOT NULL,
	`heard` text,
	`chosen` text
);
